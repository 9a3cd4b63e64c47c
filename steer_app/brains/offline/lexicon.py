"""Closed lists of English words. Data, not rules: what is done with them stands where they are used."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _table(text: str) -> dict[str, str]:
    """ "percent per_cent: %" gives both words the value "%"."""
    rows = (row.split(":") for row in text.strip().splitlines())
    return {name.replace("_", " "): value.strip() for names, value in rows for name in names.split()}


STOP = _set("""
a about above across after again against all almost along already also although always am amid among an and another any
anybody anyone anything anyway are aren't around as at away be because been before being below beside besides between
beyond both but by can can't cannot could couldn't despite did didn't do does doesn't doing don't done down during each
either else enough etc even ever every everybody everyone everything except few for from further had hadn't has hasn't
have haven't having he he'd he'll he's hence her here hers herself him himself his how however i i'd i'll i'm i've if in
indeed instead into is isn't it it'd it'll it's its itself just least less lest let let's like likewise many may me
might mine more moreover most much must my myself neither never nevertheless no nobody none nor not nothing now of off
often on once one ones only onto or other others otherwise ought our ours ourselves out over own per perhaps quite
rather really s same shall she she's should shouldn't since so some somebody someone something sometimes somewhat still
such t than that that's the their theirs them themselves then there there's thereby therefore these they they'd they'll
they're they've this those though through throughout thus to together too toward towards under unless unlike until unto
up upon us very via was wasn't we we'd we'll we're we've were weren't what what's whatever when whenever where whereas
whereby wherever whether which whichever while who who's whoever whole whom whose why will with within without won't
would wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves eg ie vs versus
""")

# Words that carry grammar or manner, not a subject: a noun phrase neither starts, ends nor consists of them.
WEAK = _set("""
able according actual actually add added adding adds additional allow allowed allowing allows apply applied applies
applying appear appears appropriate approximately argue argues arise available avoid based become becomes begin begins
best better big bigger bring brings broad call called calls came careful case cases cause caused causes causing certain
certainly change changed changes changing chapter choose chosen clear clearly come comes coming common commonly
compare compared complete completely consider considered consist contain contained containing contains correct
correspond corresponding could create created creates creating current currently cut day days deal decide decided
default depend depending depends describe described describes detail details determine determined different difficult
directly due earlier early easily easy effectively eight else enable enables end ends enough ensure ensures entire
especially essentially eventually exactly example examples exist existing exists expect expected explain explained
explicitly fact fairly far fast faster feel few fewer figure finally find finds first five fix follow followed following
follows found four frequently fully further future gave general generally get gets getting give given gives giving go
goes going gone good got great greater grew grow grows had half happen happens hard hardly help helped helps high higher
highest hold holds huge idea immediately important include included includes including increase increased increases
increasing indicate indicates initially instance interesting issue just keep keeps kept kind kinds know known knows
large larger largely largest last late later latter lead leads leave leaves led left let likely little long longer look
looking looks lot lots low lower lowest made main mainly major make makes making manner matter mean means meant
mention mentioned mere merely method might minor minutes miss month months moreover mostly move moved moves much near
nearly necessarily necessary need needed needs new newer newly next nine normal normally note noted number numbers
obtain occasionally occur occurs old older open opposed order original originally paid part particular particularly
parts pass passed past pay pays people percent perform performed performs place point points poor possible possibly
potentially practice prefer present presumably prevent prevents previous previously primarily prior probably produce
produced produces proper properly provide provided provides providing put puts question quickly quite raise raised
ran rapidly rarely rate read reading ready real reason reasonable recent recently recommend recommended reduce
reduced reduces refer referred refers regular regularly relate related relatively relevant remain remaining remains
report reported reports represent require required requires requiring respect respectively result resulting results
return returned returns right roughly rule run running runs said same saw say saying says second section see seen seem
seems sense separate separately set sets setting seven several short should show showed shown shows significant
significantly similar similarly simple simply single six slightly slow slower small smaller soon sort specific
specifically specified specify spend spent stand start started starts state stated still stop stops store stored strong
substantially successfully such sufficient suggest suggests suitable sure take taken takes taking tell ten tend tends
term terms test themselves thing things think third three thus time times today together told took top total
toward tried true try turn turned turns two type types typical typically unable under understand until upper use used
useful uses using usual usually value values various vary want wants way ways week weeks went whole wide widely
within work worked working works worse worst worth would wrong year years yield yields zero
""")

# A sentence that starts with one of these leans on the sentence before it.
LEANING = _set("""
it this that these those they he she its their his her such both neither either here there so thus therefore hence
however but and or yet nor also moreover furthermore instead otherwise then similarly likewise conversely nevertheless
nonetheless consequently accordingly meanwhile besides still again alternatively additionally finally afterwards
them him we i you'd our ours
""")

# Abbreviations after which a full stop ends no sentence.
ABBREVIATIONS = _set("""
mr mrs ms dr prof st sr jr vs etc al eg ie cf ca approx no nos vol vols fig figs eq eqs sec secs ch chap pp p ed eds
rev repr trans dept univ assn inc ltd co corp bros gov sen rep gen col lt sgt capt cmdr adm maj hon jan feb mar apr
jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun viz resp incl excl est min max avg temp
""")
# Those that end a sentence when a capital follows.
CLOSING_ABBREVIATIONS = _set("etc inc ltd co corp al no sat sun mon wed fri mar jan dec min max temp est")

NEGATIONS = _set("""
not no never nobody nothing none neither nor without lack lacks lacked lacking cannot hardly scarcely barely rarely
seldom fail fails failed failing unless nowhere
""")

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}

_SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBER_WORDS = {word: float(value) for value, word in enumerate(_SMALL.split())} | {
    word: 20.0 + 10 * place for place, word in enumerate(_TENS.split())
}
_FRACTIONS = {"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10}
PARTS = _FRACTIONS | {f"{name}s": value for name, value in _FRACTIONS.items()} | {"halves": 1 / 2, "dozen": 12.0}
SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "k": 1e3,
    "m": 1e6,
    "million": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "trillion": 1e12,
}
CURRENCIES = _table("""
$ usd dollar: USD
€ eur euro: EUR
£ gbp pound: GBP
¥ yen: JPY
chf: CHF
""")
UNITS = _table("""
% percent per_cent percentage_points: %
°c c celsius: C
°f f fahrenheit: F
° degree degrees: deg
h hr hrs: hour
min mins: minut
s sec secs: second
yr yrs: year
kilometre kilometres kilometer kilometers: km
metre metres meter meters: m
kilogram kilograms kilo kilos: kg
tonne tonnes ton tons: t
litre litres liter liters: l
kilowatt kilowatts: kw
decibel decibels: db
millisecond milliseconds: ms
kilobyte kilobytes: kb
megabyte megabytes: mb
gigabyte gigabytes: gb
""")
