"""What a clause of a remark wants, by the verb phrase at its head: ordered rules, the first that fits decides.

A word alone decides nothing: "add a section about Norway" holds no "no", "do not skip rebates" asks for rebates, and
"we have no large objects" is a fact about the person.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Intent = Literal["nothing", "stop", "less", "more", "ask", "revive", "fact", "wish", "form", "to me", "part", "unclear"]


@dataclass(frozen=True)
class Wish:
    """`object` is what the verb phrase is about, as typed; the whole clause for a fact or a wish."""

    intent: Intent
    object: str
    clause: str


_POLITE = re.compile(
    r"^(?:(?:please|pls|ok(?:ay)?|well|maybe|perhaps|actually|and|but|so|then|now|hi|hello|yes|no,|oh|also|"
    r"(?:can|could|would|will) you(?: please)?|"
    r"(?:can|could|shall|should|may) (?:we|i)(?= (?:\w+ ){0,2}?(?:skip|drop|"
    r"exclude|leave|omit|ignore|remove|cut|forget|look|add|dig|go|focus|include|bring|get|have|see)\b)|"
    r"i(?:'d| would) like you to|i want you to|let's|let us|you (?:can|"
    r"may|should)|"
    r"we (?:can|could|should)|i think|i guess|for now|of course|in fact|"
    r"rather(?! than)|instead(?! of)|(?:i|we)(?:'d| would)(?: rather)?(?=\s+(?:skip|drop|exclude|leave|omit|ignore|"
    r"remove|cut|forget|scrap|"
    r"focus|concentrate|look|add|dig|go|include|stop|keep|check|read))|"
    r"assume(?: that)?)(?<=[\w,])(?!\w)[\s,]*(?=\S))+",
    re.I,
)
_TAIL = re.compile(
    r"[\s,]*\b(?:please|pls|for now|at all|thanks|thank you|any ?more|altogether|entirely|completely|as well|too|now|"
    r"again|instead|from now on|"
    r"if (?:that|it|this) (?:matters|helps|is (?:of )?(?:any )?(?:use|interest|relevant|possible)))$",
    re.I,
)
_FILLER = re.compile(
    r"^(?:(?:whatever|everything that|anything that|all that) (?:concerns?|has to do with|is about|regards?|deals with)"
    r"\s+(?=\S))"
    r"|^(?:(?:everything|anything|all|the (?:whole )?(?:part|section|chapter|topic|subject|question|bit|stuff)s?|"
    r"(?:a |an |another |one )?(?:section|chapter|part|paragraph|page|word|question|details?|depth|something|"
    r"information|"
    r"info|a bit|a few words))\s+)?(?:about|on|into|of|for|regarding|concerning|to do with|with)\s+(?=\S)",
    re.I,
)
_TRAILING_NOUN = re.compile(
    r"\s+(?:part|section|chapter|topic|question|branch|direction|stuff|bit|thing|issue|business|side)s?$", re.I
)

_NOTHING = re.compile(
    r"^(?:you decide|(?:it )?(?:looks|sounds) (?:good|fine|great|right)|good|fine|great|yes|no|ok(?:ay)?|"
    r"thanks?(?: you)?.*|"
    r"go (?:on|ahead)|continue|carry on|proceed|as (?:you|suggested).*|whatever you .*|(?:that|this|it) (?:was|"
    r"is) .{0,30}|"
    r"no (?:idea|preference|opinion|objections?)|i don't (?:know|mind)|(?:that's|this is) (?:all|it|fine|good)|"
    r"all good|perfect|"
    r"(?:please,? )?in (?:much |some |a bit )?more (?:detail|depth)|"
    r"nothing(?: else)?|none|never mind|hi|hello|sure|instead|also|then|otherwise|anyway|rather|"
    r"(?:everything|all|it|that|this)(?:'s| is| looks| seems| sounds) (?:just |all |very )?(?:fine|"
    r"good|great|right|ok(?:ay)?)"
    r"(?: so far| (?:to|for|with) me)?|keep (?:going|it up)|well done|nice|good (?:work|job))$",
    re.I,
)
_STOP_VERBS = (
    r"skip|exclude|drop|omit|ignore|remove|cut(?: out)?|leave (?:out|aside)|forget(?: about)?|discard|avoid|"
    r"cancel|abandon|prune|scrap|ditch|get rid of|throw (?:out|away)|cross (?:out|off)|strike|delete|"
    r"never mind(?: about)?|take (?:out|off)|"
    r"stop (?:looking|reading|searching|digging)?\s*(?:at|into|for|about|on)?"
)
_LOOK = (
    r"(?:cover|look (?:at|into)|go into|include|mention|discuss|read(?: about)?|hear(?: about)?|"
    r"bother (?:with|about)|worry about)"
)
_NOT = r"(?:do not|don't|does not|doesn't|did not|didn't|never|must not|need not|needn't)"
_STOP = tuple(
    re.compile(rf"^{pattern}\s+(?P<object>.+)$", re.I)
    for pattern in (
        rf"(?:{_STOP_VERBS})",
        r"(?:leave|keep|take|cut|throw|cross)(?=\s.+\b(?:out|off|away|aside)(?: of (?:it|this|that|the \w+))?$)",
        rf"(?:let's |let us )?not {_LOOK}",
        r"(?:i|we) (?:already )?know (?:enough|all|everything|all there is)(?: to know)? (?:about|on|of)",
        r"(?:i'm|i am|we are|we're|am|are)? ?(?:not|no longer) (?:really |very |at all )?interested in",
        rf"{_NOT} (?:again )?ask (?:me |us )?(?:anything )?(?:more )?about",
        r"no more",
        r"nothing (?:more |else |further )?(?:on|about)",
        r"(?:that's |that is )?enough (?:about|of|on|with)",
        r"(?:i've|i have|we have|we've) (?:heard |read |seen )?enough (?:about|of|on)",
        r"(?:i've|i have|we have|we've|i|we) (?:already |now |just )?(?:solved|settled|dealt with|answered|"
        r"sorted(?: out)?|finished(?: with)?)",
        rf"(?:there(?:'s| is) )?no need (?:to {_LOOK}|for)",
        rf"(?:you )?(?:{_NOT} (?:need to |have to |want to )?|not (?:have |need )to ){_LOOK}",
        rf"(?:i|we) {_NOT} (?:really )?(?:care (?:about|for)|want to (?:hear|read|know) (?:more )?(?:about|on))",
        rf"(?:i|we) {_NOT} (?:need|want) (?:more|anything|to (?:hear|read|know))(?: (?:about|on|of))?",
        r"(?:i|we) could(?:n't| not) care less about",
        r"without",
        r"(?:rather than|instead of)",
        rf"(?:i'd|i would|we'd|we would) (?:rather|prefer) not(?: to)? {_LOOK}",
    )
)
_LESS = re.compile(
    r"^(?:(?:a bit |a little |much )?less (?:about|on|of|weight on|emphasis on)|not (?:so|that|"
    r"too) much (?:about|on|of))"
    r"\s+(?P<object>.+)$",
    re.I,
)
_REVIVE = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"^(?:bring|take|put|get) back (?P<object>.+)$",
        r"^(?:bring|take|put|get) (?P<object>.+?) back(?: in| up)?(?: again)?$",
        r"^(?:restore|revive|reopen|re-open|reconsider|un-?prune|unskip)\s+(?P<object>.+)$",
        r"^(?:follow|include|cover|read|look (?:at|into)|take up|pick up)\s+(?P<object>.+?)(?: again| after all)+$",
        r"^(?:i|we)(?: have|'ve)? changed (?:my|our) minds? (?:about|on)\s+(?P<object>.+)$",
        r"^(?:i|we)(?:'d| would| do)? (?:like|want|need)(?: to (?:know|hear|read|see|learn))?(?: more)?(?: about)?\s+"
        r"(?P<object>.+?) after all$",
        r"^(?P<object>.+?) after all$",
    )
)
_LANGUAGE = (
    r"(?:english|german|french|spanish|italian|dutch|polish|portuguese|danish|swedish|norwegian|"
    r"finnish|japanese|chinese|"
    r"russian|turkish|arabic|plain words|plain english|simple words)"
)
_FORM = re.compile(
    r"^(?:(?:write|make|keep|format|phrase|word|print|export|translate|summari[sz]e|shorten|rewrite|structure)\s+"
    r"(?:it|this|that|everything|(?:the|your|my)(?: whole| final)? (?:report|text|summary|answer|"
    r"result|conclusion)s?)\b.*|"
    rf"(?:write|answer|reply|respond|report)(?: \w+)?(?: in {_LANGUAGE}| briefly| shortly).*|in {_LANGUAGE}|"
    r"(?:be |make it |keep it )?(?:shorter|longer|brief(?:er)?|concise|more concise|less formal|more formal)|"
    r"(?:use|with|add|give me|put in|include) (?:some |a |more |fewer )?(?:bullet ?points?|bullets|"
    r"tables?|headings?|charts?|"
    r"diagrams?|pictures?|emojis?|footnotes?)|(?:at most|max(?:imum)?|no more than|about|only) \w+ (?:pages?|words|"
    r"sentences|paragraphs))(?: please)?$",
    re.I,
)
_TO_ME = re.compile(
    r"^(?:(?:why|what|how|when|where|which|who|are|do|did|have|has|will|were|is)\b.*\b(?:you|your)\b.*|"
    r"why (?:are|were|do|did) we (?:still |now )?(?:read|look|ask|search|follow)\w*\b.*|"
    r"how (?:long|much time|much longer|far|much(?: money)?)\b.*\b(?:this|it|the (?:session|report|research|run))\b.*|"
    r"(?:is|are) (?:it|this|that|the (?:report|session)) (?:done|ready|finished|over).*)$",
    re.I,
)
_BARE_VERB = re.compile(
    rf"^(?:{_STOP_VERBS}|why|what|who|how|when|where|which|"
    r"stop|pause|wait|focus|concentrate|add|more|less|deeper|no more)$",
    re.I,
)
_STOP_SUBJECT = re.compile(
    r"^(?P<object>.+?) (?:(?:is|are)(?: not|n't) (?:really |very |so |that |at all )?(?:important|relevant|"
    r"interesting|needed|"
    r"necessary|a concern|an issue|of interest)|(?:do(?:es)?(?: not|n't)) (?:really )?(?:matter|interest (?:me|us))|"
    r"(?:is|are) (?:irrelevant|unimportant|out of scope|uninteresting|boring|useless|a waste of time)|"
    r"can be (?:skipped|dropped|left out|"
    r"ignored|omitted)|"
    r"(?:is|are|has been|have been) (?:already |now )?(?:done|solved|finished|over|covered|handled|dealt with|decided|"
    r"answered|off the table|no longer .+|not something (?:i|we|anyone) (?:ever |really )?(?:needs?|"
    r"cares? about|wants?)|"
    r"settled|sorted(?: out)?|done with|taken care of|clear(?: enough)?|"
    r"of no (?:interest|use))|"
    r"(?:is|are|was|were)(?: not|n't) (?:at all |really |quite )?what (?:i|we)\b.+|"
    r"no longer (?:matters?|counts?|interests? (?:me|us)|appl(?:y|ies)|plays? a (?:role|part))|"
    r"can (?:go|wait))(?: (?:to|for) (?:me|us)| here)?(?: at all| already)?$",
    re.I,
)
_NOT_STOP = re.compile(rf"^{_NOT} (?:{_STOP_VERBS}|leave)\s+(?P<object>.+?)(?:\s+out)?$", re.I)
_HOW = (
    r"(?:(?:really|mostly|mainly|especially|particularly|only|just|do|also|still|most|more|very|quite|above all|too|"
    r"even more|a lot|first of all|primarily|chiefly)\s+)*"
)
_MORE = tuple(
    re.compile(rf"^{pattern}\s+(?P<object>.+)$", re.I)
    for pattern in (
        r"(?:focus|concentrate|zoom in|double down)(?: (?:more|mainly|mostly|only))?(?: on)?",
        r"(?:go |dig |look )?(?:much )?(?:deeper|further|closer)(?: (?:on|into|at|in))?",
        r"(?:dig|drill|delve)(?: down| in)?(?: in| into| on)",
        r"(?:expand|elaborate) (?:on|upon)?",
        r"(?:put|spend) (?:more|some|extra) (?:effort|work|time|weight|emphasis) (?:into|in|on)",
        r"(?:find|get|read|learn|see)(?: out)? more (?:about|on|of)",
        r"(?:(?:tell|show|give) (?:me|us) )?(?:much |some |a lot )?more(?: (?:detail|details|depth|information|"
        r"info|weight|emphasis|work))?"
        r" (?:about|on|into|of|for)",
        r"(?:prioriti[sz]e|emphasi[sz]e|keep|stress|(?:stay|stick) with)",
        rf"(?:i'm|i am|we are|we're|am) {_HOW}(?:interested in|(?:worried|concerned|curious) about)",
        rf"(?:i|we) {_HOW}(?:care {_HOW}about|worry {_HOW}about)",
        rf"what {_HOW}(?:matters|counts|(?:i|we) {_HOW}(?:care {_HOW}about|want)|is important)"
        rf"(?: (?:to|for) (?:me|us))? ?{_HOW}(?:is|are)",
        rf"(?:my|our) {_HOW}(?:main |first |biggest |real |one )?(?:concerns?|worry|worries|interests?|priority|"
        r"priorities) (?:is|are)",
        r"not only",
        r"(?:only|just)",
    )
)
_MORE_THAN = re.compile(
    r"^(?P<object>.+?) (?:(?:matters?|counts?|weighs?|interests? (?:me|us)) more|(?:is|are) (?:much |"
    r"far )?more (?:important|"
    r"relevant|interesting|urgent))(?: (?:to|for) (?:me|us))? than\b.+$",
    re.I,
)
_MORE_SUBJECT = re.compile(
    r"^(?P<object>.+?) (?:(?:really )?matters?(?: (?:a lot|more|to (?:me|us)))*(?: most| the most)?|"
    r"(?:is|are) the (?:one|ones|part|thing) (?:that|which) (?:really )?(?:counts?|matters?)(?: most)?|"
    r"(?:is|are) (?:very |really |most |more )?(?:important|key|crucial|essential|decisive|what (?:matters|"
    r"counts|(?:i|we)(?:'m|'re| am| are)? (?:care about|need|want|after|look(?:ing)? for)(?: most| above all)?)|"
    r"the (?:main|most important) (?:thing|point|issue|question)))(?: (?:to|for) (?:me|us))?$",
    re.I,
)
_OF_INTEREST = re.compile(
    r"^(?P<object>.+?) (?:(?:might|may|could|would|will) (?:still |well |also )?be|is|are|sounds?|looks?|seems?)"
    r"(?: very| quite| really| also)? (?:interesting|useful|relevant|helpful|worth (?:a look|it|"
    r"looking (?:at|into)|reading))"
    r"(?: again| after all)?(?: (?:to|for) (?:me|us))?$",
    re.I,
)
_GIVEN = re.compile(
    r"^(?:give (?P<object>.+?) (?:more|extra|greater) (?:weight|attention|room|space|emphasis)|"
    r"make (?P<main>.+?) (?:the|your|a) (?:main |top |first )?(?:thing|point|focus|priority|topic))$",
    re.I,
)
_ONLY = re.compile(r"^(?P<object>.+?) only$", re.I)
_ASK = tuple(
    re.compile(rf"^{pattern}\s*(?P<object>.+)$", re.I)
    for pattern in (
        r"(?:add|include|cover|consider|explore|investigate|research|examine|look (?:at|into|for)|"
        r"find out(?: about)?|check|read up on)",
        r"(?:what|how) about",
        r"(?:i|we)(?:'d| would)? (?:like|want|need|love)(?: to)? (?:know|learn|understand|see|find out|"
        r"hear)(?: more)?(?: about| from)?",
        r"(?:i|we) wonder(?: about)?",
        r"(?:my|our|the|his|her|their) (?:\w+ ){1,2}(?:wants?|needs?|asks?|asked|would like|has|have|wanted)"
        r"(?: me| us)?(?: to)? (?:know|see|learn|understand|hear|find out)(?: more)?(?: about)?",
        r"(?:i|we) (?:have no idea|do(?: not|n't) know|(?:am|are) not sure|"
        r"'m not sure)(?: about)?(?= (?:how|what|why|whether|if|"
        r"who|which|when|where)\b)",
        r"(?:i'm|we're) not sure(?: about)?(?= (?:how|what|why|whether|if|who|which|when|where)\b)",
        r"(?:it(?:'d| would) be|would be) (?:really |very )?(?:great|nice|good|helpful|useful|interesting)"
        r" (?:to (?:see|have|know|read|learn|find out|hear|get))(?: more| something| anything)?(?: about| on)?",
        r"(?:it(?:'d| would) )?(?:really )?helps?(?: me| us)? (?:to (?:see|know|read|learn|find out|hear))(?: more)?"
        r"(?: about| on)?",
        r"(?=compare\b)",
        r"(?:tell (?:me|us)|explain)(?: about)?",
    )
)
_QUESTION = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|"
    r"do(?! the same| it| that| this| more)|does|did|can|could|should|would|will|"
    r"has|have)\b",
    re.I,
)
_FACT = re.compile(r"^(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|my|our|he|she|they|it|it's|the|there)\b", re.I)
_ANY = re.compile(r"^(?:any|anything|something)(?: (?:on|about))? (?P<object>.+)$", re.I)
_NAMED_ONLY = re.compile(r"^(?:the|a|an|my|our|their|his|her)(?: [\w-]+){1,3}$", re.I)
_BUT_NOT = re.compile(r"^not (?:for|in|at|of|with|on|about|from|the|those|where|when|if)\b", re.I)
_NO_OBJECT = re.compile(r"^no (?P<object>\S+(?: \S+){0,3})$", re.I)


_RULES: tuple[tuple[Intent, tuple[re.Pattern[str], ...]], ...] = (
    ("form", (_FORM,)),
    ("more", (_NOT_STOP,)),
    ("revive", _REVIVE),
    ("stop", (*_STOP, _STOP_SUBJECT)),
    ("less", (_LESS,)),
    ("more", (_GIVEN, *_MORE, _MORE_THAN, _MORE_SUBJECT, _OF_INTEREST)),
    ("ask", _ASK),
)


def read(clause: str) -> Wish:
    """The wish of one clause."""
    bare = _TAIL.sub("", _POLITE.sub("", clause.strip(" ?")))
    if not any(char.isalnum() for char in bare) or _NOTHING.match(bare):
        return Wish("nothing", "", clause)
    if _BARE_VERB.match(bare) or not any(char.isalpha() for char in bare):
        return Wish("unclear", bare, clause)
    if (clause.endswith("?") or bare.lower().startswith("why ")) and _TO_ME.match(bare):
        return Wish("to me", bare, clause)
    if clause.endswith("?") and _QUESTION.match(bare):
        return Wish("ask", _first(_ASK, bare) or bare, clause)
    if clause.endswith("?") and (some := _first((_ANY,), bare)):
        return Wish("ask", some, clause)
    if clause.endswith("?") and _NAMED_ONLY.match(bare):
        return Wish("ask", bare, f"what about {bare}?")
    if _BUT_NOT.match(bare):
        return Wish("part", bare, clause)
    for intent, patterns in _RULES:
        if (found := _first(patterns, bare)) is not None:
            return Wish(intent, found, clause)
    if _QUESTION.match(bare) and len(bare.split()) > 3:
        return Wish("ask", bare, clause)
    if denied := _first((_NO_OBJECT,), bare):
        return Wish("stop", denied, clause)
    if _FACT.match(bare):
        return Wish("fact", bare, clause)
    if named := _first((_ONLY,), bare):
        return Wish("more", named, clause)
    return Wish("wish", bare, clause)


def _first(patterns: Iterable[re.Pattern[str]], bare: str) -> str | None:
    """The object of the first pattern that fits."""
    for pattern in patterns:
        if found := pattern.match(bare):
            named = [found[name] for name in pattern.groupindex if found[name]]
            return thing(named[0]) if named else bare
    return None


def thing(written: str) -> str:
    """The thing itself: "a section about Norway" is about Norway."""
    bare = re.sub(r"\s+(?:out|off|away|aside)(?: of (?:it|this|that|the \w+))?$", "", written.strip(" ,.:!?"))
    bare = _TAIL.sub("", _TRAILING_NOUN.sub("", _FILLER.sub("", bare)))
    return re.sub(r"^(?:the|a|an|any|all|this|that|these|those|my|our|also)\s+(?=\S)", "", bare, flags=re.I)
