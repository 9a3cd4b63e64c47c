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
able accept accepted accepts according actual actually add added adding additional adds advantage advantages affect
affected affects afternoon agree agreed agrees allow allowed allowing allows amount amounts and/or annex answer
answered answers appear appears appendix applied applies apply applying approach approaches appropriate approximately
april area areas argue argues arise ask asked asks aspect aspects assign assigned assigns assume assumed assumes
august automate automated automates available average avoid based basis become becomes begin begins behavior behaviour
believe believed believes benefit benefits best better big bigger billion bought bring brings broad build builds built
buy buys call called calls came careful carried carries carry case cases cause caused causes causing cent cents
certain certainly change changed changes changing chapter checked choose chosen claim claimed claims clear clearly
close closes closing come comes coming common commonly compare compared complete completely confirm confirmed confirms
conflict conflicting conflicts connect connected connects consider considered consist contain contained containing
contains continue continued continues contribute contributes convert converted converting converts correct correspond
corresponding cost costing could counted cover covered covers create created creates creating current currently cut
data day days deal december decide decided decrease decreased decreases default degree degrees depend depending
depends describe described describes detail details determine determined dictate dictates differ differed difference
differences different differs difficult directly disadvantage disadvantages disagree document dollar dollars dozen
dozens dr drop dropped drops due earlier early easily easy effect effectively effects eight eighteen eighty either/or
eleven else enable enables end ends enough ensure ensures entire especially essentially estimate estimated estimates
euro euros evening eventually everyone exactly example examples exceed exceeded exceeds execute executed executes
exist existing exists expect expected explain explained explicitly fact fail failed fails fairly fall falling falls
false far fast faster feature features feb february feel fell few fewer fifteen fifty figure figures finally find
finds first five fix follow followed following follows form forms forty found four fourteen frequently friday fully
further future gain gained gains gave general generally get gets getting give given gives giving go goes going gone
good got great greater grew grow growing grows had half handle handled handles happen happens hard hardly help helped
helps high higher highest hold holds hour hours huge hundred idea ignore ignored ignores immediately important improve
improved improves include included includes including increase increased increases increasing indicate indicates
information initially instance interesting introduction involve involved involves issue item items jan january july
june just keep keeping keeps kept kind kinds know known knows large largely larger largest last late later latter lead
leads leave leaves led left let letter letters level levels likely limiting list lists little live lived lives load
loaded loads long longer look looking looks lose loses lost lot lots low lower lowest made main mainly major make
makes making manner march match matches matter may mean means meant measure measured measures median mention mentioned
mere merely meter meters method metre metres might million minor minutes miss mode modes monday month months moreover
morning mostly move moved moves mr mrs ms much multiple near nearly necessarily necessary need needed needs new newer
newly next night nine nineteen ninety normal normally note noted notes november null number numbers object objected
objects observe observed observes obstruct obstructs obtain occasionally occur occurs october ok old older open opened
opens operation operations opposed option options order original originally outcome outcomes overview page paid
paragraph part particular particularly parts pass passed past pay pays people per percent perform performed performs
pick picks place planned please point points poor possible possibly potentially pound pounds practice prefer present
presumably prevent prevents previous previously primarily prior probably problem problems process processes produce
produced produces proper properly propose proposed proposes protect protected protects provide provided provides
providing purpose purposes put puts question quickly quite raise raised ran range ranges rapidly rarely rate reach
reached reaches read reading ready real reason reasonable receive received receives recent recently reclaim reclaimed
reclaims recommend recommended reduce reduced reduces refer referred refers regular regularly relate related
relatively relevant remain remaining remains remove removed removes removing replace replaced replaces report reported
reports represent require required requires requiring respect respectively restore restores result resulting results
return returned returns rewrite rewrites right rise rises rising rose roughly rule run running runs said same saturday
save saved saves saw say saying says search searched searches second seconds section see seem seems seen sell sells
send sends sense sent separate separately september serve served serves set sets setting seven seventeen seventy
several ship ships short should show showed shown shows significant significantly similar similarly simple simply
single situation situations six sixteen sixty skip skipped skips slightly slow slower small smaller sold solution
solutions someone soon sort speak speaks specific specifically specified specifies specify spend spends spent spoke
stand standard start started starts state stated stay stayed stays step steps still stop stops store stored stores
storing strong studies study substantially successfully such sufficient suggest suggests suitable sum summary sums
sunday support supported supports sure survey surveys synchronous table1 take taken takes taking tell tells ten tend
tends term terms test thanks themselves thing things think third thirteen thirty thousand three thursday thus time
times today together told tomorrow tonight took top total toward towns treat treated treats tried trigger triggers
true try tuesday tune tuned tunes turn turned turns twelve twenty two type types typical typically unable under
understand unit units until upper use used useful uses using usual usually value values various vary visit visited
visits wait waited waits walk walking want wants way ways wednesday week weeks went whole wide widely win wins within
won work worked working works worse worst worth would write writes written wrong wrote year years yes yesterday yield
yields zero
""")

# A sentence that starts with one of these leans on the sentence before it.
LEANING = _set("""
it this that these those they he she its their his her such both neither either here there so thus therefore hence
however but and or yet nor also moreover furthermore instead otherwise then similarly likewise conversely nevertheless
nonetheless consequently accordingly meanwhile besides still again alternatively additionally finally afterwards
them him
""")

# Abbreviations after which a full stop ends no sentence.
ABBREVIATIONS = _set("""
mr mrs ms dr prof st sr jr vs etc al eg ie cf ca approx no nos vol vols fig figs eq eqs sec secs ch chap pp p ed eds
rev repr trans dept univ assn inc ltd co corp bros gov sen rep gen col lt sgt capt cmdr adm maj hon jan feb mar apr
jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun viz resp incl excl est min max avg temp
""")
# Those that end a sentence when a capital follows.
CLOSING_ABBREVIATIONS = _set("etc inc ltd co corp al no sat sun mon wed fri mar jan dec min max temp est")

NOUNS_IN_ED = _set("need speed feed seed bed shed breed deed weed reed steed creed greed bleed watershed")

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
