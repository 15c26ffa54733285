"""Reads roster XML into elements: no DTD, and bounded in depth, count and size of values."""

from __future__ import annotations

from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from warband_tui.imports.elements import LISTS, MAX_TEXT, TEXTS, Element
from warband_tui.imports.limits import MAX_DEPTH, MAX_ELEMENTS, MAX_SELECTIONS, MAX_TOKEN_BYTES
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.text import clean_text

_CHUNK = 65_536
_CATALOGUE = "this is a game catalogue, not a roster; export the roster itself"
_OTHER_ROOTS = {
    "catalogue": _CATALOGUE,
    "gameSystem": _CATALOGUE,
    "dataIndex": "this is an index of game data, not a roster; export the roster itself",
    "html": "this is a web page saved instead of a file; use the site's download button",
    "svg": "this is a picture, not a roster",
}


class _Builder:
    """The parser's target: builds elements and stops at the first limit that is passed."""

    def __init__(self, place: str) -> None:
        self.root: Element | None = None
        self.events = 0
        self._place = place
        self._open: list[tuple[Element, str]] = []
        self._depth = 0
        self._passed_over = 0
        self._elements = 0
        self._selections = 0
        self._text: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Takes an opening tag."""
        self.events += 1
        self._elements += 1
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._refusal(f"nested deeper than {MAX_DEPTH} levels; no roster is")
        if self._elements > MAX_ELEMENTS:
            raise self._refusal(f"more than {MAX_ELEMENTS} elements; no roster has that many")
        namespace, _, name = tag.rpartition("}")
        if self._passed_over:
            self._passed_over += 1
        elif self.root is None:
            self._start_root(name, namespace, attributes)
        else:
            self._start_child(name, attributes)

    def end(self, _tag: str) -> None:
        """Takes a closing tag."""
        self.events += 1
        self._depth -= 1
        if self._passed_over:
            self._passed_over -= 1
            return
        element, inside = self._open.pop()
        if self._text is None:
            return
        text = "".join(self._text)[:MAX_TEXT]
        self._text = None
        if inside:
            element.attributes[inside] = text
        else:
            element.text = text

    def data(self, text: str) -> None:
        """Takes text between tags."""
        self.events += 1
        if self._text is not None and not self._passed_over:
            self._text.append(text)

    def close(self) -> Element | None:
        """Gives the root."""
        return self.root

    def _start_root(self, name: str, namespace: str, attributes: dict[str, str]) -> None:
        if name != "roster" or (namespace and not namespace.casefold().endswith("rosterschema")):
            known = _OTHER_ROOTS.get(name)
            raise self._refusal(
                known or f"this XML is not a roster: its first element is <{clean_text(name, 40)}>"
            )
        self.root = Element(attributes)
        self._open.append((self.root, ""))

    def _start_child(self, name: str, attributes: dict[str, str]) -> None:
        parent, inside = self._open[-1]
        if inside and LISTS.get(inside) == name:
            self._selections += name == "selection"
            if self._selections > MAX_SELECTIONS:
                raise self._refusal(f"more than {MAX_SELECTIONS} selections; no roster has that many")
            child = Element(attributes)
            parent.add(inside, child)
            self._open.append((child, ""))
            self._text = [] if name == "characteristic" else None
        elif not inside and (name in LISTS or name in TEXTS):
            self._open.append((parent, name))
            self._text = [] if name in TEXTS else None
        else:
            self._passed_over = 1

    def _refusal(self, message: str) -> ImportRefused:
        return ImportRefused(message, place=self._place)


def read_xml(data: bytes, place: str, *, encoding: str | None = None) -> Element:
    """Reads a roster's XML.

    Args:
        data: the whole file.
        place: the file's name for messages.
        encoding: overrides what the file declares.

    Raises:
        ImportRefused: when it is not well formed, is no roster, or passes a limit.
    """
    builder = _Builder(place)
    parser = DefusedXMLParser(target=builder, encoding=encoding, forbid_dtd=True)
    try:
        waiting = 0
        for start in range(0, len(data), _CHUNK):
            before = builder.events
            chunk = data[start : start + _CHUNK]
            parser.feed(chunk)
            # A value that never ends would be kept in the parser, and looked through again with every piece.
            waiting = waiting + len(chunk) if builder.events == before else 0
            if waiting > MAX_TOKEN_BYTES:
                raise ImportRefused("one value is over 1 MB; no roster has such a value", place=place)
        parser.close()
    except DefusedXmlException as error:
        raise ImportRefused(
            "the file has a DOCTYPE, which no roster has and which can do harm", place=place
        ) from error
    except ParseError as error:
        raise ImportRefused(_broken(error), place=place) from error
    except (ValueError, LookupError) as error:
        raise ImportRefused(
            "the file's character encoding is not one of UTF-8, UTF-16 or Latin", place=place
        ) from error
    if builder.root is None:
        raise ImportRefused("the file holds no roster", place=place)
    return builder.root


def _broken(error: ParseError) -> str:
    line, column = error.position
    reason = clean_text(str(error).partition(":")[0], 80)
    return f"the XML is broken at line {line}, column {column + 1} ({reason}); export the roster again"
