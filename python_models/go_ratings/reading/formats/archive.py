"""Archives (.zip) of files that are read here, a month of a server's games say, and single files in gzip (.sgf.gz).

A member goes to the reader of its name, like a file in a folder; its rows say where it stands as
`archive.zip/folder/name.sgf`. One member at a time is in memory. Tables and archives inside an archive
are not read, nor what nobody here reads: a warning names them. A damaged member costs only itself.

No size that an archive states is trusted. What is unpacked is counted, and an archive is refused
when it holds too many members or when they are larger than results that are packed can be.
The directory is checked before Python's zipfile takes it apart, since a small archive can state
millions of members (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12).

Python's own zipfile and gzip are used. Libraries that read archives as a stream (stream-unzip) were
looked at: they trust what stands before a member, which may differ from the directory.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, cast

from go_ratings.reading import formats
from go_ratings.reading.formats.contents import Warnings, file_row, one_line
from go_ratings.reading.formats.reading import MEGABYTE, Origin, decoded, opened
from go_ratings.reading.rows import FileRefused, Row

_MAX_MEMBERS = 200_000
_MAX_DIRECTORY = 48 * MEGABYTE
_MAX_UNPACKED = 4096 * MEGABYTE
# Game records shrink to a fifth, tables to a tenth; what shrinks to a hundredth of more than this is no result.
_ANY_RATIO = 64 * MEGABYTE
_MAX_RATIO = 100
# The largest file of nearly every format; a reader refuses a larger one by its own limit, or states one as MAX_BYTES.
_MAX_MEMBER = 32 * MEGABYTE
_CHUNK = MEGABYTE
_NAMED_UNREAD = 20
_MAX_NAME = 300

_DIRECTORY_ENTRY = b"PK\x01\x02"
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    LookupError,
    OverflowError,
)


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """The rows of every member that can be read, each with the member in `file`; one row per member that can't."""
    if name.lower().endswith(".gz"):
        yield from _gzip_rows(origin, name)
        return
    unread: list[str] = []
    tried = 0
    with _opened(origin, name) as archive:
        budget = _Budget(name, _size_of(origin))
        shown = _Names(name)
        for member in archive.infolist():
            place = shown.of(member)
            if not place:
                continue
            try:
                importer, content = _unpacked(archive, member, place, budget)
                if importer is None:
                    unread.append(place)
                    continue
                tried += 1
                for row in importer(content, place):
                    row.file = place
                    yield row
            except _Bomb:
                raise
            except FileRefused as refused:
                tried += 1
                yield Row("file", 0, place, {}, refused.code, refused.detail, file=place)
    if not tried:
        raise FileRefused(
            "nothing_to_read",
            f"{name} holds no file that is read here: pack game records or tournament files into it; unpack tables.",
        )
    if unread:
        yield file_row(name, _warnings_of(unread))


_Rows = Callable[[Origin, str], Iterator[Row]]


class _Bomb(FileRefused):
    """The archive as a whole holds more than results need."""

    def __init__(self, detail: str) -> None:
        super().__init__("zip_bomb", detail)


class _Budget:
    """Counts what is unpacked, and stops where that is more than an archive of results can hold."""

    def __init__(self, name: str, packed: int) -> None:
        self._name = name
        self._left = min(_MAX_UNPACKED, _ANY_RATIO + _MAX_RATIO * packed)

    def read(self, stream: IO[bytes], limit: int) -> bytes:
        """At most `limit` bytes of a stream that isn't at its end. Raises FileRefused and what the library raises."""
        chunks: list[bytes] = []
        while limit and (chunk := stream.read(min(_CHUNK, limit))):
            chunks.append(chunk)
            limit -= len(chunk)
            self._left -= len(chunk)
            if self._left < 0:
                raise _Bomb(
                    f"{self._name} unpacks to far more than results need: split it, or unpack it into the folder."
                )
        return b"".join(chunks)


class _Names:
    """Members' names as they are shown: behind the archive's, with / between folders, each once."""

    def __init__(self, archive: str) -> None:
        self._archive = archive
        self._given: dict[str, int] = {}

    def of(self, member: zipfile.ZipInfo) -> str:
        """A member's name; '' for folders, hidden files and what macOS packs beside every file."""
        written = _written_name(member).replace("\\", "/")
        parts = [part for part in written.split("/") if part not in ("", ".", "..")]
        if not parts or written.endswith("/") or parts[0] == "__MACOSX" or any(map(_is_hidden, parts)):
            return ""
        name = "/".join([self._archive, *parts])
        times = self._given[name] = self._given.get(name, 0) + 1
        if times > 1:  # a second file of the name; the ending stays, it says what the file is
            stem, dot, ending = name.rpartition(".")
            name = f"{stem} ({times}){dot}{ending}"
        return name


def _is_hidden(part: str) -> bool:
    return part.startswith((".", "~$"))


def _written_name(member: zipfile.ZipInfo) -> str:
    """The name in the encoding that it is packed in: UTF-8 if it says so, else what makes sense, as of a file's text."""
    name = member.filename
    if not member.flag_bits & _UTF8_NAME and not name.isascii():
        with suppress(FileRefused, UnicodeError):
            name = decoded(name.encode("cp437"), name)
    return one_line(name)[-_MAX_NAME:]


class _Checked(io.BufferedReader):
    """A file that refuses to give the directory of an archive with too many members."""

    archive = ""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MAX_DIRECTORY:
            raise _too_many(self.archive)
        content = super().read(size)
        if content.startswith(_DIRECTORY_ENTRY) and content.count(_DIRECTORY_ENTRY) > _MAX_MEMBERS:
            raise _too_many(self.archive)
        return content


def _too_many(name: str) -> _Bomb:
    return _Bomb(f"{name} holds more than {_MAX_MEMBERS} files: split it, or unpack it into the folder.")


@contextmanager
def _opened(origin: Origin, name: str) -> Iterator[zipfile.ZipFile]:
    if not _size_of(origin):
        raise FileRefused("empty_file", f"{name} is empty: put the games into it, or remove it.")
    with opened(origin, name) as raw, _Checked(cast(io.RawIOBase, raw)) as file:
        file.archive = name
        try:
            archive = zipfile.ZipFile(file)
        except _DAMAGE as error:
            raise _damaged(name, error) from None
        with archive:
            yield archive


def _size_of(origin: Origin) -> int:
    """How long a file is; 1 where that can't be said, then opening it says why."""
    try:
        return len(origin) if isinstance(origin, bytes) else origin.stat().st_size
    except OSError:
        return 1


def _unpacked(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, place: str, budget: _Budget
) -> tuple[_Rows | None, bytes]:
    """What reads a member, None if nothing does, and the member's bytes. Raises FileRefused."""
    if member.flag_bits & _ENCRYPTED:
        raise FileRefused("encrypted_archive", f"{place} needs a password: pack it without one.")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _damaged(place, NotImplementedError("packed in a rare way, not by Deflate"))
    member.file_size = _MAX_UNPACKED  # the size it states is not trusted; what is read is counted
    start = b""
    try:
        with archive.open(member) as stream:

            def start_of() -> bytes:
                nonlocal start
                start = start or budget.read(stream, formats.SNIFFED_BYTES)
                return start

            module = formats.importer_of(place, start_of)
            if module is None or module.__name__ == __name__:
                return None, b""
            limit = getattr(module, "MAX_BYTES", _MAX_MEMBER)
            return module.rows, start + budget.read(stream, limit + 1)
    except FileRefused:
        raise
    except _DAMAGE as error:
        raise _damaged(place, error) from None


def _gzip_rows(origin: Origin, name: str) -> Iterator[Row]:
    """The rows of the one file in a gzip, which keeps its own name."""
    budget = _Budget(name, _size_of(origin))
    try:
        with opened(origin, name) as raw, gzip.GzipFile(fileobj=raw) as stream:
            content = budget.read(cast(IO[bytes], stream), _MAX_MEMBER + 1)
    except _DAMAGE as error:
        raise _damaged(name, error) from None
    importer = formats.importer_of(name[: -len(".gz")], lambda: content[: formats.SNIFFED_BYTES])
    if importer is None:
        raise FileRefused("nothing_to_read", f"{name} holds no file that is read here: unpack it.")
    yield from importer.rows(content, name)


def _damaged(name: str, error: Exception) -> FileRefused:
    reason = one_line(str(error).split("\n")[0])[:120] or type(error).__name__
    return FileRefused("damaged_archive", f"{name} is cut off or damaged ({reason}): get it again, or unpack it.")


def _warnings_of(unread: list[str]) -> Warnings:
    warnings: Warnings = [("unread_member", place) for place in unread[:_NAMED_UNREAD]]
    if len(unread) > _NAMED_UNREAD:
        warnings.append(("unread_member", f"and {len(unread) - _NAMED_UNREAD} more"))
    return warnings
