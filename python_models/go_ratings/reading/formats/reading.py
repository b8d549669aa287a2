"""From a file to its text: bounded, decoded only where the encoding is certain."""

from __future__ import annotations

import codecs
import io
import re
from pathlib import Path

from go_ratings.reading.formats import encodings
from go_ratings.reading.rows import FileRefused

MEGABYTE = 2**20

# Where a file's bytes are: on disk, or in memory already, as those of an archive's member.
Origin = Path | bytes

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# A byte of UTF-8 that somebody turned into a question mark leaves these traces.
_UTF8_WITH_HOLES = re.compile("(?<!\ufffd)\ufffd++\\?\ufffd*+|\\?\ufffd++")


def opened(origin: Origin, name: str) -> io.BytesIO | io.FileIO:
    """A file's bytes, to be closed by the caller. Raises FileRefused."""
    if isinstance(origin, bytes):
        return io.BytesIO(origin)
    try:
        return open(origin, "rb", buffering=0)
    except OSError as error:
        raise FileRefused("unreadable_file", f"{name} can't be opened: {error.strerror}.") from None


def content_of(origin: Origin, name: str, limit: int) -> bytes:
    """The bytes of a file of at most `limit` bytes. Raises FileRefused."""
    if isinstance(origin, bytes):
        content = origin
    else:
        try:
            with open(origin, "rb") as file:
                content = file.read(limit + 1)
        except OSError as error:
            raise FileRefused("unreadable_file", f"{name} can't be opened: {error.strerror}.") from None
    if len(content) > limit:
        raise FileRefused(
            "file_too_large",
            f"{name} is larger than {limit // MEGABYTE} MB: split it into files of one tournament or collection each.",
        )
    if not content.strip(b"\xef\xbb\xbf\r\n\t "):
        raise FileRefused("empty_file", f"{name} is empty: put the games into it, or remove it.")
    return content


def decoded(
    content: bytes, name: str, declared: str = "", preferred: str = "", warnings: list[tuple[str, str]] | None = None
) -> str:
    """The text of a file's bytes. Raises FileRefused where the encoding is not certain.

    A byte order mark wins, then escape sequences of a 7-bit encoding, then UTF-8 if the bytes are
    valid in it: practically no other text is. Then the encoding that the file declares, if that
    makes text of them; bytes that are wrong in it become U+FFFD, so that only what holds them is
    lost. Then the one that is certain, or else `preferred`, which the format is known for, if its
    text looks right. `warnings` gets what was not as declared and what was guessed.
    """
    warnings = [] if warnings is None else warnings
    for mark, codec in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, "replace")
    if b"\0" in content:
        return _wide(content, name)
    if content.isascii():
        return _seven_bit(content, name, declared, warnings)
    codec = encodings.declared_codec(declared)
    text = _utf8(content, codec)
    if text is not None:
        if codec and not codec.startswith("utf"):
            warnings.append(("encoding_differs", f"{name} declares {declared[:40]}, but is UTF-8: read as UTF-8"))
        return text
    if codec and not codec.startswith("utf"):
        text = encodings.strictly(content, codec)
        if text is None:
            text = content.decode(codec, "replace")
            if text.count("\ufffd") <= 0.2 * len(encodings.foreign(text)):
                return text
        elif encodings.could_be(text, codec) and not encodings.is_unlikely(content, text):
            return text
    certain = encodings.certain_codec(content)
    if not certain and preferred and not declared:
        text = encodings.strictly(content, preferred)
        if text is not None and encodings.looks_right(text, preferred):
            return text
    text = encodings.strictly(content, certain) if certain else None
    if text is None:
        said = f"declares {declared[:40]}, but makes no sense in it" if declared else "declares no encoding"
        raise FileRefused(
            "wrong_encoding",
            f"{name} is not UTF-8, {said}, and which encoding it is in is not certain: declare it (CA[…] in SGF), "
            "or save it as UTF-8.",
        )
    if certain != preferred:
        said = f"declares {declared[:40]}, but makes no sense in it" if declared else "declares no encoding"
        warnings.append(("encoding_guessed", f"{name} {said}: read as {certain}; check the names, or save it as UTF-8"))
    return text


def _seven_bit(content: bytes, name: str, declared: str, warnings: list[tuple[str, str]]) -> str:
    """Text of ASCII bytes, which escape sequences may make another encoding's."""
    text = content.decode("ascii")
    if "\x1b" not in text and "~{" not in text:
        return text
    codec = encodings.declared_codec(declared)
    written = encodings.seven_bit_codec(content)
    if codec == "hz" or (codec.startswith("iso2022") and written.startswith("iso2022")):
        written = codec
    if not written:
        return text
    found = encodings.strictly(content, written) if written != "?" else None
    if found is None:
        raise FileRefused(
            "wrong_encoding",
            f"{name} has escape sequences of an encoding that can't be read in whole: save it as UTF-8.",
        )
    if not declared:
        warnings.append(
            (
                "encoding_guessed",
                f"{name} declares no encoding: read as {written}; check the names, or save it as UTF-8",
            )
        )
    elif codec != written:
        warnings.append(("encoding_differs", f"{name} declares {declared[:40]}, but is {written}: read as {written}"))
    return found


def _utf8(content: bytes, declared: str) -> str | None:
    """The text if the bytes are UTF-8, all but those that were turned into question marks; else None.

    Two bytes of a declared East Asian encoding can be one letter of UTF-8 by chance. Then letters of
    several alphabets stand in one word.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("utf-8", "replace")
        is_whole = "\ufffd" not in _UTF8_WITH_HOLES.sub("", text)
        return text if declared == "utf-8" or (is_whole and re.search("[\u0800-\ufffc]", text)) else None
    if declared and not re.search("[\u0800-\U0010ffff]", text) and not encodings.are_words(text):
        other = encodings.strictly(content, declared)
        if other is not None and encodings.looks_right(other, declared):
            return None
    return text


def _wide(content: bytes, name: str) -> str:
    """UTF-16 without a mark: every other byte of its ASCII is zero. Anything else with zeros is not text."""
    start = content[:64]
    for codec, ascii_bytes, zero_bytes in (
        ("utf-16-le", start[::2], start[1::2]),
        ("utf-16-be", start[1::2], start[::2]),
    ):
        if zero_bytes.count(0) > len(zero_bytes) / 2 and 0 not in ascii_bytes:
            return content.decode(codec, "replace")
    raise FileRefused("binary_file", f"{name} is not a text file: export the games anew, or remove it.")
