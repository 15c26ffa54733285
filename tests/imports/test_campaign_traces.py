"""Campaign state that players write down as options in a list builder."""

from __future__ import annotations

from decimal import Decimal

from tests.imports.builders import cost, read, read_one, sel, stats
from warband_tui.imports.roster import Injury


def test_experience_injuries_promotion_fireteam_and_skills_are_read_from_options() -> None:
    veteran = sel(
        "Gunner",
        "model",
        sel("Experience", number=4, group="Advancement"),
        sel("Leg Wound [31]", group="Advancement::Injuries"),
        sel("Bad Dreams", group="Advancement::Injuries"),
        sel("Elite Promotion", group="Advancement"),
        sel("Steady", group="Advancement"),
        sel("Fireteam: Reed", group="Fireteam"),
        sel("Rifle", costs=7, group="Weapons::Ranged"),
    )
    state = read_one(veteran).state
    assert state.experience == 4
    assert state.injuries == (Injury("Leg Wound", 31), Injury("Bad Dreams"))
    assert state.promotion == "Elite Promotion"
    assert state.fireteam == "Reed"
    assert state.advances == ("Steady",)


def test_without_group_names_an_injury_is_told_by_its_roll() -> None:
    state = read_one(
        sel("Gunner", "model", sel("Old Wound [31]", entryGroupId="g"), sel("Rifle [Mk 2]"))
    ).state
    assert state.injuries == (Injury("Old Wound", 31),)


def test_a_roll_in_brackets_on_a_weapon_is_no_injury() -> None:
    assert read_one(sel("Gunner", "model", sel("Relic [31]", group="Weapons"))).state.injuries == ()


def test_no_campaign_options_means_unknown_and_not_zero() -> None:
    assert read_one(sel("Gunner", "model")).state.experience is None


def test_injuries_do_not_change_the_stat_line() -> None:
    entry = read_one(
        sel("Gunner", "model", sel("Leg Wound [31]", group="Injuries"), profiles=(stats(Move='6"'),))
    )
    assert entry.stats["Move"] == '6"'


def test_unspent_rewards_count_for_the_warband_by_the_name_of_their_currency() -> None:
    rules = sel(
        "Campaign Rules",
        "upgrade",
        sel(
            "Enabled",
            "upgrade",
            sel("Unleveraged Favour", number=4),
            sel("Grey Patron", group="Patron Selection"),
        ),
        category="Configuration",
    )
    imported = read(rules, sel("Captain", "model"), costs=[cost(2, "Favour Points")])
    assert imported.state.unspent == {"Favour Points": Decimal(4)}
    assert ("Patron Selection", "Grey Patron") in [
        (setting.group, setting.name) for setting in imported.settings
    ]


def test_extras_of_a_variant_look_like_weapons_but_nobody_carries_them() -> None:
    variant = sel(
        "Variant", "upgrade", sel("House of Reeds", "upgrade", sel("Great Hammer")), category="Configuration"
    )
    imported = read(variant, sel("Captain", "model"))
    assert [entry.name for entry in imported.entries] == ["Captain"]
    assert imported.skipped == ("Variant",)


def test_a_priced_setting_is_a_line_that_does_not_fight() -> None:
    imported = read(
        sel("Battle Size", "upgrade", sel("Small", costs=3), category="Configuration"), sel("Oda", "model")
    )
    assert [(entry.name, entry.kind) for entry in imported.entries] == [
        ("Battle Size", "setting"),
        ("Oda", "fighter"),
    ]
