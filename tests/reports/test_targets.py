"""Each target writes the sample report exactly as its golden file has it.

After a wanted change: `python -m tests.reports.golden_files` writes the files anew; read the difference.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tests.reports.sample import AWKWARD, SAMPLE
from warband_tui.reports import discord
from warband_tui.reports.document import Appendix, Block, Chart, Document, Heading, Series, paragraph
from warband_tui.reports.json import FORMAT, VERSION, Envelope
from warband_tui.reports.targets import TARGETS

GOLDEN = Path(__file__).parent / "golden"


def golden_path(name: str) -> Path:
    return GOLDEN / f"sample.{TARGETS[name].extension}"


@pytest.mark.parametrize("name", TARGETS)
def test_the_sample_matches_its_golden_file_byte_for_byte(name: str) -> None:
    assert TARGETS[name].render(SAMPLE).encode() == golden_path(name).read_bytes()


def test_every_golden_file_belongs_to_a_target() -> None:
    assert {path.name for path in GOLDEN.glob("sample.*")} == {golden_path(name).name for name in TARGETS}


def test_the_sample_uses_every_kind_of_block() -> None:
    assert {type(block) for block in SAMPLE.blocks} == set(get_args(Block))


@pytest.mark.parametrize("name", TARGETS)
def test_an_empty_document_renders(name: str) -> None:
    assert TARGETS[name].render(Document("")).endswith("\n")


def test_no_two_targets_would_write_the_same_file() -> None:
    extensions = [target.extension for target in TARGETS.values()]
    assert len(set(extensions)) == len(extensions)


def test_json_reads_back_as_the_same_document() -> None:
    read = msgspec.json.decode(TARGETS["json"].render(SAMPLE), type=Envelope)
    assert (read.format, read.version) == (FORMAT, VERSION)
    assert read.document == SAMPLE


def test_the_awkward_name_survives_in_plain_text() -> None:
    assert AWKWARD in TARGETS["text"].render(SAMPLE)


def test_a_page_loads_nothing_and_runs_nothing() -> None:
    page = TARGETS["html"].render(SAMPLE)
    for sign in ("<script", "<link", "<img", "<iframe", "@import", "url(", "src=", "javascript:"):
        assert sign not in page
    addresses = [line for line in page.splitlines() if "http" in line.replace("http-equiv", "")]
    assert all("http://www.w3.org/2000/svg" in line for line in addresses)


def test_a_chart_in_a_page_says_its_figures_in_words() -> None:
    page = TARGETS["html"].render(SAMPLE)
    assert 'aria-labelledby="block-' in page
    assert "Grey Wardens: 0 at turn 0, 0 at turn 1, 1 at turn 2" in page
    assert "break point 3.5." in page


def test_two_charts_of_a_page_do_not_share_ids() -> None:
    chart = Chart("Losses", (Series("A", ((0, 0), (1, 2))),))
    page = TARGETS["html"].render(Document("Twice", blocks=(chart, chart)))
    ids = [part.split('"', 1)[0] for part in page.split(' id="')[1:]]
    assert len(ids) == 4
    assert len(set(ids)) == 4


def test_discord_messages_stay_below_the_limit_and_start_at_headings() -> None:
    turns = tuple(
        block
        for turn in range(1, 9)
        for block in (Heading(2, f"Turn {turn}"), paragraph("The line held. " * 30))
    )
    messages = discord.messages(Document("Long", blocks=turns))
    assert len(messages) > 1
    assert all(discord.length(message) <= 1_900 for message in messages)
    assert all(message.startswith("### Turn") for message in messages[1:])
    assert messages[-1].endswith(f"-# {len(messages)} of {len(messages)}")


def test_a_discord_message_never_leaves_a_code_block_open() -> None:
    long = Chart("Losses", tuple(Series(f"Side {n}", tuple((t, t) for t in range(40))) for n in range(3)))
    messages = discord.messages(Document("Long", blocks=(long,)))
    assert len(messages) > 1
    assert all(message.count("```") % 2 == 0 for message in messages)


def test_discord_leaves_the_appendix_out_and_says_so() -> None:
    document = Document("Log", blocks=(paragraph("Kept."), Appendix("Full log"), paragraph("Left.")))
    text = TARGETS["discord"].render(document)
    assert "Kept." in text
    assert "Left." not in text
    assert "Not shown in chat (1 entries)" in text


def test_emoji_count_double_for_discord_as_in_its_client() -> None:
    messages = discord.messages(Document("Skulls", blocks=(paragraph("💀" * 2_000),)))
    assert sum(message.count("💀") for message in messages) == 2_000
    assert all(discord.length(message) <= 1_900 for message in messages)


def test_the_targets_load_neither_textual_nor_rich() -> None:
    probe = (
        "import sys; from warband_tui.reports import targets, write; "
        "print(sorted({'textual', 'rich', 'sqlmodel', 'pydantic'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
