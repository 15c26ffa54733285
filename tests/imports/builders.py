"""Writes small roster files for tests, in XML and in New Recruit's JSON, from one description."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from warband_tui.imports.reading import read_roster_bytes
from warband_tui.imports.roster import ImportedEntry, ImportedRoster

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
ITEM = {
    "forces": "force",
    "selections": "selection",
    "costs": "cost",
    "costLimits": "costLimit",
    "categories": "category",
    "profiles": "profile",
    "characteristics": "characteristic",
}

Node = dict[str, Any]


def cost(value: object, name: str = "Crowns", type_id: str | None = None) -> Node:
    return {"name": name, "typeId": type_id or f"id-{name.strip()}", "value": value}


def profile(type_name: str, name: str, **values: str) -> Node:
    return {
        "name": name,
        "typeName": type_name,
        "characteristics": [{"name": key.replace("_", " "), "$text": value} for key, value in values.items()],
    }


def stats(name: str = "Pikeman", type_name: str = "Unit", **values: str) -> Node:
    return profile(type_name, name, **(values or {"Move": "5", "Fight": "+1", "Wounds": "1"}))


def sel(
    name: str,
    kind: str = "upgrade",
    *below: Node,
    number: object = 1,
    costs: object = (),
    profiles: tuple[Node, ...] = (),
    category: str = "",
    keywords: tuple[str, ...] = (),
    **attributes: Any,
) -> Node:
    node: Node = {"name": name, "type": kind, "number": number, **attributes}
    amounts = costs if isinstance(costs, list | tuple) else (costs,)
    if amounts:
        node["costs"] = [amount if isinstance(amount, dict) else cost(amount) for amount in amounts]
    if profiles:
        node["profiles"] = list(profiles)
    if category or keywords:
        primary = [{"name": category, "primary": True}] if category else []
        node["categories"] = [{"name": word, "primary": False} for word in keywords] + primary
    if below:
        node["selections"] = list(below)
    return node


def force(*tops: Node, name: str = "Warband", **attributes: Any) -> Node:
    return {"name": name, "catalogueName": "River Companies", "selections": list(tops), **attributes}


def roster(*forces: Node, **attributes: Any) -> Node:
    return {
        "id": "r-1",
        "name": "The Heron Company",
        "battleScribeVersion": "2.03",
        "gameSystemId": "gs-1",
        "gameSystemName": "Mud and Brass",
        "gameSystemRevision": 7,
        **attributes,
        "forces": list(forces),
    }


def as_xml(tree: Node) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_xml("roster", tree, True)}'.encode()


def as_new_recruit_json(tree: Node) -> bytes:
    return json.dumps({"roster": tree}, ensure_ascii=False).encode()


def as_zip(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def read(*tops: Node, **attributes: Any) -> ImportedRoster:
    """Writes one force with these selections as XML and reads it back."""
    return read_roster_bytes(as_xml(roster(force(*tops), **attributes)), "test.ros")


def read_one(*tops: Node) -> ImportedEntry:
    """As `read`, for a roster of one line."""
    entries = read(*tops).entries
    assert len(entries) == 1
    return entries[0]


def warnings(imported: ImportedRoster) -> list[str]:
    return [finding.message for finding in imported.findings if finding.severity == "warning"]


def _xml(tag: str, node: Node, is_root: bool = False) -> str:
    attributes = f' xmlns="{NAMESPACE}"' if is_root else ""
    inner = escape(str(node.get("$text", "")))
    for key, value in node.items():
        if key in ITEM:
            inner += f"<{key}>{''.join(_xml(ITEM[key], child) for child in value)}</{key}>"
        elif key == "customNotes":
            inner += f"<customNotes>{escape(value)}</customNotes>"
        elif key != "$text":
            text = str(value).lower() if isinstance(value, bool) else str(value)
            attributes += f" {key}={quoteattr(text)}"
    return f"<{tag}{attributes}>{inner}</{tag}>"
