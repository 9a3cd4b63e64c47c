"""Each prompt takes every value of its request, and no more."""

import pytest

from steer_app.brains.skill import FENCE, FENCE_END, render
from steer_app.steer.skills import aspects, report, support
from steer_app.steer.skills import persona as persona_skill
from tests.steer.report_samples import HEAT, request_of
from tests.steer.test_skill_persona import REMARKS
from tests.steer.test_skill_persona import request_of as persona_request


@pytest.mark.parametrize(
    ("skill", "request_", "holds"),
    [
        (aspects, aspects.Request("Is tea healthy?", "nurse", ()), "Is tea healthy?"),
        (persona_skill, persona_request(REMARKS[0]), "skip rebates"),
        (report, request_of(HEAT), "payback period"),
        (support, support.Request((("a claim", "a passage"),)), "a passage"),
    ],
    ids=["aspects", "persona", "report", "support"],
)
def test_a_prompt_renders_with_all_its_values(skill, request_, holds):
    assert holds in render(skill, request_)


@pytest.mark.parametrize(
    ("skill", "request_"), [(report, request_of(HEAT)), (support, support.Request((("a claim", "a passage"),)))]
)
def test_source_text_is_fenced_as_untrusted(skill, request_):
    text = render(skill, request_)
    inside = text.partition(FENCE)[2].partition(FENCE_END)[0]
    assert ("a claim" in inside) if skill is support else (HEAT["learnings"][0]["claim"] in inside)
