"""The calibration bands: how often a session asks, by C0, over the sample collection with the offline brain.

Here the values that the bands name and two pairs of neighbours; `python benchmark/perf/bands.py` measures all tenths.
"""

import pytest

from benchmark.perf import bands
from steer_app.steer.samples import CALIBRATION, WORKED

C0S = [0.0, 0.1, 0.6, 0.7, 1.0]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.django_db(transaction=True)
def test_the_session_asks_about_as_often_as_it_was_told(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    settings.BRAINS = {**settings.BRAINS, "remembering": "benchmark.perf.bands:brain"}
    rows = bands.measured([*WORKED, *CALIBRATION], C0S)
    print(bands.table(rows))  # noqa: T201 - the table is what the test is read for
    assert bands.misses(bands.medians(rows)) == []


def test_misses_are_named():
    good = {0.0: 6, 0.7: 2, 1.0: 1}
    assert bands.misses(good) == []
    assert bands.misses(good | {0.7: 4}) == ["median 4 at C0 = 0.7, not 1 to 3"]
    assert bands.misses({0.6: 1.5, 0.7: 3})[-1] == "1.5 at C0 = 0.6 and 3 at 0.7: more than 1 apart"
    assert bands.misses({0.6: 4.5, 0.7: 3})[-1] == "4.5 at C0 = 0.6 and 3 at 0.7: more than 1 apart"
    assert bands.misses({0.1: 5, 0.6: 2}) == []
