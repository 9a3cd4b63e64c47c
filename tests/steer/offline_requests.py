"""Passages that the tests of the skills share: a small collection, as a search would hand it over."""

from steer_app.steer.skills.common import SourceText

_TEXTS = (
    (
        "Noise",
        "The outdoor unit of a heat pump produces 52 dB at a distance of one metre. "
        "At the fence of the neighbours, five metres away, 38 dB were measured in the night. "
        "Night mode lowers the noise of the heat pump by about 6 dB. It costs a fifth of the output. "
        "See the table below for details.",
    ),
    (
        "Winter",
        "## Cold days\n\n"
        "A heat pump loses capacity when the outdoor temperature falls, because the evaporator freezes. "
        "In a study of 34 houses the heat pumps had a seasonal coefficient of 2.4 in winter. "
        "A backup heater takes over on the coldest days of the winter. Is that enough?",
    ),
    (
        "Costs",
        "A heat pump costs between 11,000 and 16,000 euros with installation. "
        "State grants cover up to 40 percent of the price of a heat pump. "
        "Owners of heat pumps saved 900 euros a year compared with oil heating.\n\n"
        "Item | Price\nUnit | 9,000\n\n"
        "The yearly inspection of the heat pump costs about 150 euros for most owners.",
    ),
    (
        "Costs again",
        "A heat pump costs between 11,000 and 16,000 euros with installation. "
        "Electricity tariffs for heat pumps are lower in most regions of the country. "
        "Tenants need the consent of the landlord for an outdoor unit on the wall.",
    ),
    (
        "Elsewhere",
        "The museum of trams opens on Sundays between April and October. "
        "Copyright, all rights reserved, the museum 2024. "
        "Trams were pulled by horses until the electric line was opened in 1902.",
    ),
)

QUESTION = "Is a heat pump worth it for an old house?"
PASSAGES = tuple(
    SourceText(number, number * 10, title, text, 1000 * number, round(0.03 - number / 1000, 4))
    for number, (title, text) in enumerate(_TEXTS, 1)
)


def text_at(passage: int, start: int, end: int) -> str:
    """The words that a quotation's offsets point to."""
    source = next(one for one in PASSAGES if one.passage == passage)
    return source.text[start - source.start : end - source.start]
