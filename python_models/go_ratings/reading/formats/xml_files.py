"""XML files: parsed without entities, references to other files, or a tree in memory."""

from __future__ import annotations

from typing import Protocol
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from go_ratings.reading.rows import FileRefused


class Target(Protocol):
    """What is told of the elements; it may raise FileRefused."""

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, text: str) -> None: ...
    def close(self) -> None: ...


def parse(content: bytes, name: str, target: Target) -> None:
    """Tells the target of every element. Raises FileRefused."""
    parser = DefusedXMLParser(target=target, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(content)
        parser.close()
    except DefusedXmlException:
        raise FileRefused(
            "xml_entities",
            f"{name} defines entities or refers to other files, which no tournament program does: remove it.",
        ) from None
    except (ParseError, ValueError, LookupError) as error:
        raise FileRefused("malformed_xml", f"{name} is cut off or damaged ({error}): export it anew.") from None
