"""The first schema: campaigns and their rosters, battles and their journals, the ledger."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("public", name=op.f("uq_campaign_public")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "battle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("updated", sa.String(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.CheckConstraint("status IN ('preparing', 'running', 'ended')", name=op.f("ck_battle_status")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_battle_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battle")),
        sa.UniqueConstraint("public", name=op.f("uq_battle_public")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_battle_campaign_id"), "battle", ["campaign_id"])

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_player_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_player_campaign_id"), "player", ["campaign_id"])

    op.create_table(
        "entry",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("kind IN ('action', 'undo', 'redo')", name=op.f("ck_entry_kind")),
        sa.CheckConstraint('"count" >= 1', name=op.f("ck_entry_count")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_entry_seq")),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_entry_battle_id")),
        sa.PrimaryKeyConstraint("battle_id", "seq", name=op.f("pk_entry")),
    )
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("warband_id", sa.Integer(), nullable=True),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_ledger_battle_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_ledger_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger")),
        sa.UniqueConstraint("campaign_id", "seq", name=op.f("uq_ledger_campaign_id_seq")),
    )
    op.create_index(op.f("ix_ledger_battle_id"), "ledger", ["battle_id"])
    op.create_index(op.f("ix_ledger_warband_id"), "ledger", ["warband_id"])

    op.create_table(
        "snapshot",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_snapshot_battle_id")),
        sa.PrimaryKeyConstraint("battle_id", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "warband",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("faction", sa.String(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_warband_campaign_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_warband_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_warband")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_warband_campaign_id"), "warband", ["campaign_id"])
    op.create_index(op.f("ix_warband_player_id"), "warband", ["player_id"])

    op.create_table(
        "fighter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("warband_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("profile", sa.String(), nullable=False),
        sa.Column("profile_name", sa.String(), nullable=False),
        sa.Column("models", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("stats", sa.JSON(), nullable=False),
        sa.Column("keywords", sa.JSON(), nullable=False),
        sa.Column("upgrades", sa.JSON(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("xp", sa.Integer(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "status IN ('active', 'dead', 'retired', 'reserve')", name=op.f("ck_fighter_status")
        ),
        sa.CheckConstraint("models >= 1", name=op.f("ck_fighter_models")),
        sa.ForeignKeyConstraint(["warband_id"], ["warband.id"], name=op.f("fk_fighter_warband_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fighter")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_fighter_warband_id"), "fighter", ["warband_id"])

    op.create_table(
        "side",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("warband_id", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_side_battle_id")),
        sa.ForeignKeyConstraint(["warband_id"], ["warband.id"], name=op.f("fk_side_warband_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_side")),
        sa.UniqueConstraint("battle_id", "key", name=op.f("uq_side_battle_id_key")),
    )
    op.create_index(op.f("ix_side_warband_id"), "side", ["warband_id"])

    op.create_table(
        "item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("warband_id", sa.Integer(), nullable=False),
        sa.Column("fighter_id", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("price", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["fighter_id"], ["fighter.id"], name=op.f("fk_item_fighter_id")),
        sa.ForeignKeyConstraint(["warband_id"], ["warband.id"], name=op.f("fk_item_warband_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_item_fighter_id"), "item", ["fighter_id"])
    op.create_index(op.f("ix_item_warband_id"), "item", ["warband_id"])
