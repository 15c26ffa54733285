"""Reading catalogues: what is accepted, and how a faulty file is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import Catalogue, keyword_name
from warband_tui.rules.catalogue_file import CatalogueError, check_catalogue, parse_catalogue
from warband_tui.rules.catalogue_references import known_keyword, unknown_keywords

GOOD = """\
id = "herons"
ruleset = "mud-and-brass"
title = "The Heron Company"
editions = ["2", "1"]
stats = ["walk", "fight"]
currencies = [{ id = "crowns", name = "Crowns", short = "c" }]

[[profiles]]
id = "captain"
name = "Captain"
cost = { crowns = 50 }
min = 1
max = 1
stats = { walk = 6, fight = "+2" }
keywords = ["LEADER", "STARES 3"]
edition."1".cost = { crowns = 60 }

[[profiles]]
id = "pikeman"
name = "Pikeman"
cost = { crowns = 8 }
stats = { walk = 5 }
[[profiles.upgrades]]
id = "veteran"
name = "Veteran"
cost = { crowns = 3 }
items = ["pike"]

[[items]]
id = "pike"
name = "Pike"
kind = "melee"
hands = 2
keywords = ["LONG", "PINS 2"]

[[items]]
id = "horn"
name = "Horn"
kind = "equipment"

[[armoury]]
item = "pike"
cost = { crowns = 2 }
limit = 4

[[limits]]
kind = "models"
id = "levy"
max = 9
"""


def read(text: str = GOOD, **bases: Catalogue) -> Catalogue:
    return parse_catalogue(text, "herons.toml", bases=bases)


def complaint(old: str, new: str, text: str = GOOD) -> str:
    """The message for the good file with one place changed."""
    assert text.count(old) >= 1
    with pytest.raises(CatalogueError) as caught:
        read(text.replace(old, new, 1))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("herons.toml")
    return message


def test_a_good_file_is_read_whole() -> None:
    catalogue = read()
    assert (catalogue.title, [one.id for one in catalogue.profiles]) == (
        "The Heron Company",
        ["captain", "pikeman"],
    )
    captain, pike = catalogue.profile("captain"), catalogue.item("pike")
    assert captain is not None
    assert pike is not None
    assert (captain.cost, captain.max, captain.stats["fight"]) == ({"crowns": 50}, 1, "+2")
    assert pike.attack is not None
    assert (pike.attack.melee, pike.attack.ranged, pike.attack.range) == (True, False, None)
    assert catalogue.money({"crowns": 3}) == "3 Crowns"
    assert catalogue.money({}) == "free"


def test_bytes_with_a_byte_order_mark_are_read_as_well() -> None:
    assert parse_catalogue(b"\xef\xbb\xbf" + GOOD.encode(), "herons.toml") == read()


def test_an_edition_says_only_what_differs() -> None:
    older = read().for_edition("1")
    captain = older.profile("captain")
    assert captain is not None
    assert (captain.cost, captain.name, captain.max) == ({"crowns": 60}, "Captain", 1)
    assert older.for_edition("1") is older


def test_the_first_edition_is_the_default() -> None:
    assert read().for_edition().edition == "2"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("max = 1\n", "maks = 1\n", 13, 'profiles "captain": unknown key "maks"; did you mean "max"?'),
        ("max = 1\n", "max = -1\n", 13, 'profiles "captain": "max": expected int >= 0'),
        ("max = 1\n", 'max = "one"\n', 13, 'profiles "captain": "max": expected int | null, got str'),
        ("min = 1\n", "min = 2\n", 12, "a minimum of 2 is above the maximum of 1"),
        ("{ crowns = 50 }", "{ crown = 50 }", 11, 'profiles "captain": no currency "crown"; did you mean "crowns"?'),
        ("{ walk = 5 }", "{ wlak = 5 }", 22, 'profiles "pikeman": no stat "wlak"; did you mean "walk"?'),
        ('name = "Captain"\n', "", 8, 'profiles "captain": the key "name" is missing'),
        ('id = "pikeman"', 'id = "captain"', 18, 'profiles "captain": this id is taken (line 8); give it another'),
        ('id = "pikeman"', 'id = "Pike Man"', 19, "an id is lower-case letters, digits, dots and hyphens"),
        ('items = ["pike"]', 'items = ["pikes"]', 27, 'profiles "pikeman": no item "pikes"; did you mean "pike"?'),
        ("\ncost = { crowns = 3 }", "\ncots = { crowns = 3 }", 26, 'unknown key "cots"; did you mean "cost"?'),
        ('kind = "melee"', 'kind = "meelee"', 32, 'items "pike": "kind": no kind "meelee"; did you mean "melee"?'),
        ("hands = 2", "hands = 3", 33, 'items "pike": "hands": expected int <= 2'),
        ('item = "pike"', 'item = "pick"', 42, 'armoury "pick": no item "pick"; did you mean "pike"?'),
        ("cost = { crowns = 2 }\n", "", 41, 'armoury "pike": no cost: give one, or price_unknown = true'),
        ("limit = 4", "limit = -4", 44, 'armoury "pike": "limit": expected int >= 0'),
        ('kind = "models"', 'kind = "model"', 47, 'limits "levy": "kind": no kind "model"; did you mean "models"?'),
        ('edition."1"', 'edition."3"', 16, 'profiles "captain": no edition "3"'),
        ('title = "The', 'titel = "The', 3, 'unknown key "titel"; did you mean "title"?'),
        ('title = "The Heron Company"\n', "", None, 'the key "title" is missing'),
        ('ruleset = "mud-and-brass"\n', "", None, 'the key "ruleset" is missing'),
        ('ruleset = "mud-and-brass"', 'extends = "geese"', 2, 'extends: no catalogue "geese"'),
        ("[[items]]", "[[items]", 29, "not valid TOML"),
        ('name = "Captain"', 'name = "Cap\\ntain"', 10, 'profiles "captain": "name": a name is 1 to 120 printable'),
    ],
)  # fmt: skip
def test_a_fault_is_one_line_with_place_and_way_out(old: str, new: str, line: int | None, says: str) -> None:
    message = complaint(old, new)
    assert says in message
    assert message.startswith("herons.toml: " if line is None else f"herons.toml:{line}: ")


def test_every_fault_of_a_file_is_found_in_the_order_of_its_lines() -> None:
    bad = (
        GOOD.replace("max = 1\n", "maks = 1\n")
        .replace("limit = 4", "limit = -4")
        .replace("{ walk = 5 }", "{ x = 5 }")
    )
    findings = check_catalogue(bad, "herons.toml")
    assert [one.line for one in findings] == [13, 22, 44]
    assert all(one.severity == "error" and "\n" not in one.text for one in findings)
    assert check_catalogue(GOOD, "herons.toml") == []


def test_a_record_that_failed_is_not_complained_of_where_it_is_used() -> None:
    bad = GOOD.replace('kind = "melee"', 'kind = "stick"')
    assert [one.line for one in check_catalogue(bad, "herons.toml")] == [32]


def test_text_that_is_not_utf8_is_refused() -> None:
    with pytest.raises(CatalogueError, match=r"^x\.toml: not UTF-8 text at byte 0; save it as UTF-8$"):
        parse_catalogue(b"\xff\xfe\x00", "x.toml")


def test_a_file_nested_too_deep_is_refused() -> None:
    with pytest.raises(CatalogueError, match=r"nested far too deep|not valid TOML"):
        parse_catalogue("a = " + "[" * 100_000, "x.toml")


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(CatalogueError, match="split it"):
        parse_catalogue("#" * 3_000_000, "x.toml")


def test_a_hostile_name_of_a_file_or_record_stays_one_line() -> None:
    with pytest.raises(CatalogueError) as caught:
        parse_catalogue('id = "a"\ntitle = "b"\n"bad\\n\\u001b[31mkey" = 1\n', "x\n\x1b[2J.toml")
    assert str(caught.value).isprintable()


# --- extending -----------------------------------------------------------------------------------

OWN = """\
id = "my-herons"
title = "My herons"
extends = "herons"

[[profiles]]
id = "pikeman"
name = "Pike-bearer"
cost = { crowns = 7 }

[[items]]
id = "net"
name = "Net"
kind = "equipment"

[[armoury]]
item = "net"
price_unknown = true
"""


def test_a_catalogue_of_ones_own_adds_and_replaces() -> None:
    own = read(OWN, herons=read())
    assert {one.id: one.name for one in own.profiles} == {"pikeman": "Pike-bearer", "captain": "Captain"}
    assert {one.item for one in own.armoury} == {"pike", "net"}
    assert (own.ruleset, own.editions, own.stats) == ("mud-and-brass", ("2", "1"), ("walk", "fight"))
    assert len(own.limits) == 1


def test_what_is_removed_goes_with_its_price() -> None:
    own = read(OWN.replace('extends = "herons"', 'extends = "herons"\nremove = ["captain"]'), herons=read())
    assert [one.id for one in own.profiles] == ["pikeman"]


def test_only_what_is_there_can_be_removed() -> None:
    with pytest.raises(CatalogueError, match='remove: nothing has the id "captian"; did you mean "captain"'):
        read(OWN.replace('extends = "herons"', 'extends = "herons"\nremove = ["captian"]'), herons=read())


VARIANT = (
    GOOD
    + """
[[variants]]
id = "drowned"
name = "The Drowned"
remove = ["captain"]
[[variants.profiles]]
id = "pikeman"
cost = { crowns = 6 }
[[variants.armoury]]
item = "horn"
cost = { crowns = 1 }
"""
)


def test_a_variant_patches_the_base_list() -> None:
    base = read(VARIANT)
    drowned = base.for_variant("drowned")
    pikeman = drowned.profile("pikeman")
    assert pikeman is not None
    assert (pikeman.name, pikeman.cost, len(pikeman.upgrades)) == ("Pikeman", {"crowns": 6}, 1)
    assert drowned.profile("captain") is None
    assert drowned.entry("horn") is not None
    assert base.entry("horn") is None


def test_a_variant_that_does_not_exist_is_refused() -> None:
    with pytest.raises(WarbandError, match='no variant "drownd"; did you mean "drowned"'):
        read(VARIANT).for_variant("drownd")


# --- keywords ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keyword", "name"),
    [
        ("BLAST 3", "BLAST"),
        ("BLAST (3)", "BLAST"),
        ('BLAST 3"', "BLAST"),
        ("NEGATE FEAR", "NEGATE FEAR"),
        ("FEAR", "FEAR"),
        ("3", "3"),
    ],
)
def test_a_keyword_has_a_name_without_its_number(keyword: str, name: str) -> None:
    assert keyword_name(keyword) == name


def test_a_list_of_automated_keywords_may_hold_families() -> None:
    assert known_keyword("BLAST 3", {"BLAST"})
    assert known_keyword("NEGATE FEAR", {"NEGATE *"})
    assert not known_keyword("FEAR", {"NEGATE *", "FEARLESS"})
    assert known_keyword("anything", lambda word: word == "anything")


@pytest.mark.rule("TC-KEY-1")
def test_a_keyword_that_is_not_automated_is_kept_and_reported() -> None:
    automated = {"LEADER", "LONG", "PIN"}
    catalogue = read()
    pike = catalogue.item("pike")
    assert pike is not None
    assert pike.keywords == ("LONG", "PINS 2")
    assert unknown_keywords(catalogue, automated) == {"STARES 3": ("captain",), "PINS 2": ("pike",)}
    findings = check_catalogue(GOOD, "herons.toml", automated=automated)
    assert [(one.severity, one.line) for one in findings] == [("info", 15), ("info", 34)]
    assert findings[1].text == (
        'herons.toml:34: items "pike": PINS 2 is kept and shown, not automated; did you mean "PIN"?'
    )


def test_keywords_of_what_is_extended_are_not_reported_again() -> None:
    assert check_catalogue(OWN, "herons.toml", bases={"herons": read()}, automated=set()) == []


# --- whatever comes ------------------------------------------------------------------------------


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(GOOD)))
    length = data.draw(st.integers(0, 12))
    put = data.draw(st.text(alphabet=st.sampled_from("ab=[]{}\"'\n.-1 \x00é"), max_size=6))
    text = GOOD[:start] + put + GOOD[start + length :]
    findings = check_catalogue(text, "x.toml")
    if not findings:
        assert parse_catalogue(text, "x.toml").id
        return
    assert all(one.text.isprintable() for one in findings)
    with pytest.raises(CatalogueError) as caught:
        parse_catalogue(text, "x.toml")
    assert str(caught.value) in {one.text for one in findings}


@settings(max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(CatalogueError) as caught:
        parse_catalogue(data, "x.toml")
    assert str(caught.value).isprintable()
