"""Takes the one useful file out of a zip archive, without trusting anything the archive says.

Nothing is ever extracted to disk and the name inside is never used as a path.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath

from warband_tui.imports.limits import MAX_BYTES, MAX_MEMBERS, MAX_RATIO, RATIO_FREE_BYTES
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.text import clean_text

ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")

_CHUNK = 65_536
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED = 0x1
_CATALOGUES = frozenset({".cat", ".catz", ".gst", ".gstz", ".bsi"})
_DAMAGED = "the archive is cut short or damaged; download or export it again"
_MEGABYTES = MAX_BYTES // 1_000_000


def unpack(data: bytes, place: str) -> bytes:
    """Gives the content of the one roster in a zip archive.

    Args:
        data: the whole archive.
        place: the file's name for messages.

    Raises:
        ImportRefused: when the archive is damaged, encrypted, empty, too big, or holds no or several rosters.
    """
    # Each member takes about a kilobyte once listed: count before the listing is built.
    if data.count(b"PK\x01\x02") > MAX_MEMBERS:
        raise ImportRefused(
            f"the archive holds more than {MAX_MEMBERS} files; a roster archive holds one", place=place
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, _choose(archive.infolist(), place), place)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise ImportRefused(_DAMAGED, place=place) from error
    except (NotImplementedError, RuntimeError) as error:
        raise ImportRefused(
            "the archive uses a kind of packing that is not supported; zip it again", place=place
        ) from error


def _choose(members: list[zipfile.ZipInfo], place: str) -> zipfile.ZipInfo:
    useful = [member for member in members if _is_useful(member)]
    if not useful:
        raise ImportRefused("the archive is empty; export the roster again", place=place)
    rosters = [member for member in useful if _ending(member) == ".ros"]
    chosen = rosters or useful
    if len(chosen) > 1:
        names = ", ".join(_shown(member) for member in chosen[:4])
        what = "rosters" if rosters else "files"
        raise ImportRefused(
            f"the archive holds {len(chosen)} {what} ({names}); unpack it and import one", place=place
        )
    if _ending(chosen[0]) in _CATALOGUES:
        raise ImportRefused("this is a game catalogue, not a roster; export the roster itself", place=place)
    return chosen[0]


def _is_useful(member: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(member.filename.replace("\\", "/")).parts
    return not member.is_dir() and bool(parts) and "__MACOSX" not in parts and not parts[-1].startswith(".")


def _ending(member: zipfile.ZipInfo) -> str:
    return PurePosixPath(member.filename).suffix.casefold()


def _shown(member: zipfile.ZipInfo) -> str:
    return clean_text(PurePosixPath(member.filename.replace("\\", "/")).name, 40)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, place: str) -> bytes:
    if member.flag_bits & _ENCRYPTED:
        raise ImportRefused("the archive is protected by a password; unpack it first", place=place)
    if member.compress_type not in _METHODS:
        raise ImportRefused(
            "the archive uses a kind of packing that is not supported; zip it again", place=place
        )
    packed = max(1, min(member.compress_size, archive.start_dir))
    parts: list[bytes] = []
    size = 0
    with archive.open(member) as stream:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > MAX_BYTES:
                raise ImportRefused(
                    f"the archive unpacks to more than {_MEGABYTES} MB; no roster is that big", place=place
                )
            if size > RATIO_FREE_BYTES and size > packed * MAX_RATIO:
                raise ImportRefused(
                    f"the archive unpacks to over {MAX_RATIO} times its size; no roster does", place=place
                )
            parts.append(chunk)
    return b"".join(parts)
