"""Older versions of the roster format, all of one invented roster: three lines, three figures, 105 points."""

from __future__ import annotations

import pytest

from warband_tui.imports.reading import read_roster_bytes

HEAD = '<roster xmlns="http://www.battlescribe.net/schema/rosterSchema" id="r" name="Old" gameSystemName="Mud" gameSystemRevision="6"'

V115 = f"""{HEAD} battleScribeVersion="1.15" points="105.0" pointsLimit="200.0"><forces>
<force id="f" catalogueName="Rivers" forceTypeName="Small Band"><categories>
<category categoryId="(No Category)" name="(No Category)"><selections/></category>
<category name="Command"><selections>
<selection id="a" name="Herman" points="50.0" number="1" type="upgrade"><rules/><profiles/><selections/></selection>
</selections></category>
<category name="Troops"><selections>
<selection id="b" name="Squad" points="0.0" number="1" type="unit"><profiles/><selections>
<selection id="c" name="Trooper" points="40.0" number="2" type="model"><profiles>
<profile profileId="p" name="Trooper" type="Unit"><characteristics><characteristic name="Skill" value="4+"/></characteristics>
</profile></profiles></selection>
<selection id="d" name="Veteran" points="15.0" number="1" type="model"/></selections></selection>
</selections></category></categories></force></forces></roster>"""

POINTS = '<costs><cost name="pts" costTypeId="points" value="{}"/></costs>'
SQUAD = f"""<selection id="b" name="Squad" number="1" type="unit"><selections>
<selection id="c" name="Trooper" number="2" type="model"><profiles>
<profile name="Trooper" profileTypeId="t" profileTypeName="Unit"><rules/><characteristics>
<characteristic name="Skill" characteristicTypeId="s" value="4+"/></characteristics></profile></profiles>
{POINTS.format("40.0")}</selection>
<selection id="d" name="Veteran" number="1" type="model"><rules/>{POINTS.format("15.0")}</selection></selections>%s</selection>"""
HERMAN = (
    f'<selection id="a" name="Herman" number="1" type="upgrade"><rules/>{POINTS.format("50.0")}%s</selection>'
)
LIMIT = '<costLimits><costLimit name="pts" costTypeId="points" value="200.0"/></costLimits>'
FORCE = '<force id="f" name="Small Band" catalogueName="Rivers"><rules><rule name="x"><description>y</description></rule></rules>'

V200 = f"""{HEAD} battleScribeVersion="2.00">{POINTS.format("105.0")}{LIMIT}<forces>{FORCE}<categories>
<category name="Uncategorised" entryId="(No Category)"><selections/></category>
<category name="Command"><selections>{HERMAN % ""}</selections></category>
<category name="Troops"><selections>{SQUAD % ""}</selections></category></categories></force></forces></roster>"""

REFERENCE = '<categories><category name="{}" primary="true"><rules/><profiles/></category></categories>'
V201 = f"""{HEAD} battleScribeVersion="2.01">{POINTS.format("105.0")}{LIMIT}<forces>{FORCE}<profiles/><selections>
{HERMAN % REFERENCE.format("Command")}{SQUAD % REFERENCE.format("Troops")}</selections>
<categories><category name="Command"/></categories></force></forces></roster>"""

V203 = (
    V201.replace('battleScribeVersion="2.01"', 'battleScribeVersion="2.03"')
    .replace("costTypeId", "typeId")
    .replace("profileTypeName", "typeName")
    .replace(' value="4+"/>', ">4+</characteristic>")
)


@pytest.mark.parametrize("text", [V115, V200, V201, V203], ids=["1.15", "2.00", "2.01", "2.03"])
def test_every_version_gives_the_same_lines(text: str) -> None:
    imported = read_roster_bytes(text.encode(), "old.ros")
    herman, squad = imported.entries
    assert (herman.name, herman.category, float(herman.costs[0].value)) == ("Herman", "Command", 50)
    assert (squad.name, squad.category, squad.models, float(squad.costs[0].value)) == (
        "Squad",
        "Troops",
        3,
        55,
    )
    assert (squad.stat_type, squad.stats) == ("Unit", {"Skill": "4+"})
    assert [(part.name, part.catalogue) for part in imported.forces] == [("Small Band", "Rivers")]
    assert [float(limit.value) for limit in imported.limits] == [200]
    assert (
        [float(total.value) for total in imported.declared]
        == [float(t.value) for t in imported.computed]
        == [105]
    )


def test_the_oldest_version_has_points_where_later_ones_have_named_costs() -> None:
    assert read_roster_bytes(V115.encode(), "old.ros").declared[0].name == "points"


def test_the_version_is_kept() -> None:
    assert read_roster_bytes(V200.encode(), "old.ros").format_version == "2.00"
