"""Publishing: the audited marts become, in one step, what readers open.

The folder of the warehouse looks like this; readers open the first two names:

    go_ratings.duckdb -> publications/current/go_ratings.duckdb
    parquet           -> publications/current/parquet
    publications/current -> 20251130T101500Z-1f2e3d4c
    publications/<id>/go_ratings.duckdb, parquet/<mart>.parquet, manifest.json, audit.html

Replacing the link `current` switches file and folder together; who has an older file open keeps
reading it, complete. Two files opened one after the other can be of two publications: who reads more
than one follows `current` once and opens both in the folder that it names. What is published can be
read only, and a build reads earlier publications by their Parquet files, which no reader's lock closes.

Publications are ordered by the number in their manifest, each one more than the highest before it: a
clock can be wrong. One that isn't as its manifest says, or whose manifest isn't one, is passed over.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from go_ratings.warehouse.invocation import Interrupted, stop_if_interrupted, why_not_for_readers
from go_ratings.warehouse.tables import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

SCHEMA = "marts"
STORAGE_VERSION = "v1.2.0"  # oldest DuckDB that can open what is published
KEPT = 5
DATABASE = "go_ratings.duckdb"
_CURRENT = "current"
_WITHDRAWN = "withdrawn"  # marks a publication that was rolled back
_UNFINISHED = ".unfinished-"
_ID = re.compile(r"\d+T\d{6}Z-[0-9a-f]{8}(-\d+)?")
_TOLD: set[tuple[Path, str]] = set()  # publications that this process has passed over, and said so


def of_build(session: DuckDBPyConnection, audit: DuckDBPyRelation) -> DuckDBPyRelation:
    """Publish the build of the session's database, as one row: what readers see now, or why they don't.

    `audit` is mart_audit_result, whose tests were passed before this runs. Nothing is published of a run that made
    only a part, or whose audit has a failed expectation all the same.
    """
    table = Table(session, "publication", {"publication_id": "varchar", "held_back": "varchar", "problem": "varchar"})
    held_back = why_not_for_readers()
    if not held_back and audit.filter("not is_met").limit(1).fetchall():
        held_back = "the audit failed."
    if held_back:
        print(f"Nothing published: {held_back}")
        table.add({"held_back": held_back})
        return table.relation()
    # A connection of its own: it sees what is committed, and can write to another database.
    connection = session.cursor()
    try:
        name = publish(connection, warehouse_of(connection))
        print(f"Published: readers see this build ({name}).")
        table.add({"publication_id": name})
    except (OSError, duckdb.Error, Interrupted) as error:
        problem = f"Nothing was published, readers keep what they had: {error}"
        print(problem)
        table.add({"problem": problem})
    finally:
        connection.close()
    return table.relation()


def warehouse_of(connection: DuckDBPyConnection) -> Path:
    """The folder of the connection's database."""
    ((path,),) = connection.execute(
        "select path from duckdb_databases() where database_name = current_database()"
    ).fetchall()
    return Path(path).absolute().parent


def publish(connection: DuckDBPyConnection, warehouse: Path) -> str:
    """Copy the marts of the connection's database into a new publication and switch to it.

    Writes everything beside the current publication first, so that a failure or a kill at any
    moment leaves that one as it was. Keeps the last KEPT publications. Returns the id of the new one.
    """
    (built_at, digest) = connection.execute(
        f"select strftime(built_at_utc, '%Y%m%dT%H%M%SZ'), ledger_digest from {SCHEMA}.meta_build"
    ).fetchall()[0]
    publications = warehouse / "publications"
    publications.mkdir(parents=True, exist_ok=True)
    for left_over in publications.glob(f"{_UNFINISHED}*"):
        shutil.rmtree(left_over, ignore_errors=True)
    kept = published(warehouse)
    number = 1 + max((_number(publications / name) for name in kept), default=0)
    name = _unused(publications, f"{built_at}-{digest[:8]}")
    unfinished = publications / f"{_UNFINISHED}{name}-{os.getpid()}"
    (unfinished / "parquet").mkdir(parents=True)
    try:
        rows = _copy_marts(connection, unfinished)
        audit_page = warehouse / "audit.html"
        if audit_page.exists():
            shutil.copy(audit_page, unfinished)
        _write_manifest(connection, unfinished, name, number, rows)
        for file in unfinished.rglob("*.*"):
            if file.is_file():
                file.chmod(0o444)
        _sync(unfinished)
        os.replace(unfinished, publications / name)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    try:
        stop_if_interrupted()
        switch_to(warehouse, name)
    except BaseException:
        # Nobody was pointed at it: what readers have stays the last of its landing.
        if current(warehouse) != name:
            shutil.rmtree(publications / name, ignore_errors=True)
        raise
    _clear_away(warehouse)
    return name


def _unused(publications: Path, name: str) -> str:
    """The name, with a number behind it where it is taken: by a build of the same second, or of a clock that stands."""
    taken = {folder.name for folder in publications.iterdir()}
    number = 1
    while (numbered := f"{name}-{number}" if number > 1 else name) in taken:
        number += 1
    return numbered


def _clear_away(warehouse: Path) -> None:
    """Remove the publications that are no longer kept. One that can't be removed is told and left to the next build."""
    for old in published(warehouse)[KEPT:]:
        if old != current(warehouse):
            try:
                shutil.rmtree(warehouse / "publications" / old)
            except OSError as error:
                print(f"Published, but publication {old} could not be removed: remove it by hand ({error}).")


def published(warehouse: Path) -> list[str]:
    """Ids of the publications that are kept, the one published last first."""
    folders = (warehouse / "publications").glob("[0-9]*T*")
    kept = [(_number(folder), folder.name) for folder in folders if folder.is_dir()]
    return [name for _, name in sorted(kept, reverse=True)]


def current(warehouse: Path) -> str | None:
    """Id of the publication that readers see, None before the first."""
    link = warehouse / "publications" / _CURRENT
    return os.path.basename(os.readlink(link)) if link.is_symlink() else None


def last_of(warehouse: Path, landing: str) -> Path | None:
    """Folder of the publication that a build of this landing comes after; None for the first.

    That is the current one if it was made of the same folder, however its path was written, else the
    one published last that was and wasn't rolled back. A damaged one is passed over, and told.
    """
    now = current(warehouse)
    for name in sorted(published(warehouse), key=lambda name: name != now):
        folder = warehouse / "publications" / name
        if name != now and (folder / _WITHDRAWN).exists():
            continue
        manifest = _manifest(folder)
        if manifest is not None and not _is_of(manifest, landing):
            continue
        damage = damage_of(folder, "parquet/")
        if not damage:
            return folder
        if (folder, damage) not in _TOLD:
            _TOLD.add((folder, damage))
            print(f"Publication {name} is passed over, since {damage}: remove {folder}, or put back what it held.")
    return None


def _is_of(manifest: dict[str, Any], landing: str) -> bool:
    """Whether a publication was made of this landing folder, however its path is written."""
    if "landing_digest" in manifest:
        return manifest["landing_digest"] == _path_digest(landing)
    return os.path.realpath(manifest["landing"]) == os.path.realpath(landing)


def _path_digest(path: str) -> str:
    return hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()


def _folder_name(landing: str) -> str:
    """What readers are told of the landing: the folder's own name. Where it lies is nobody's business."""
    if "/" not in landing and landing not in (".", ".."):
        return landing
    return os.path.basename(os.path.realpath(landing)) or "landing"


def _told_of(landing: str) -> dict[str, str]:
    """What a manifest says of the landing, enough to know it again: its path in the project, else its name and a digest."""
    if not os.path.isabs(landing) and ".." not in landing.split("/"):
        return {"landing": landing}
    return {"landing": _folder_name(landing), "landing_digest": _path_digest(landing)}


def damage_of(folder: Path, within: str = "") -> str:
    """Why a publication can't be used, or '' where every file (whose name begins with `within`) is as it was published."""
    manifest = _manifest(folder)
    if manifest is None:
        return "it has no manifest.json that can be read"
    for file, digest in manifest["sha256"].items():
        if file.startswith(within):
            try:
                if _digest(folder / file) != digest:
                    return f"its {file} is not as it was published"
            except OSError as error:
                return f"its {file} can't be read ({error.strerror})"
    return ""


def _manifest(folder: Path) -> dict[str, Any] | None:
    """What a publication says of itself; None where that can't be read or has another shape."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not (
        isinstance(manifest, dict) and isinstance(manifest.get("landing"), str) and "\0" not in manifest["landing"]
    ):
        return None
    files = manifest.get("sha256")
    if not (isinstance(files, dict) and DATABASE in files and all("\0" not in file for file in files)):
        return None
    return manifest


def _number(folder: Path) -> int:
    """A publication's place in the order of publishing; 0 where it says none, as those before there were numbers."""
    number = (_manifest(folder) or {}).get("number")
    return number if isinstance(number, int) else 0


def queries(publication: Path) -> dict[str, str]:
    """By mart that a publication holds, the query that reads it."""
    files = sorted((publication / "parquet").glob("*.parquet"))
    return {file.stem: f"select * from read_parquet('{_quoted(file)}')" for file in files}


def roll_back(warehouse: Path, to: str = "") -> str:
    """Switch to an earlier publication: the one before the current, or `to`. Returns its id.

    The one that readers had is marked as withdrawn: no later rollback goes to it unless told to.
    Raises LookupError when there is none, naming those that are kept.
    """
    kept = published(warehouse)
    now = current(warehouse)
    publications = warehouse / "publications"
    before_now = kept[kept.index(now) + 1 :] if now in kept else kept
    earlier = [name for name in before_now if not (publications / name / _WITHDRAWN).exists()]
    target = to or (earlier[0] if earlier else "")
    if target not in kept:
        raise LookupError(
            f"There is no {'publication ' + to if to else 'earlier publication'} to go back to; kept are: "
            f"{', '.join(kept) or 'none'}."
        )
    damage = damage_of(publications / target)
    if damage:
        others = ", ".join(name for name in kept if name not in (now, target)) or "none"
        raise LookupError(
            f"Publication {target} is damaged, since {damage}: name another one in `to`; kept are: {others}."
        )
    (publications / target / _WITHDRAWN).unlink(missing_ok=True)
    if now in kept and target in before_now:
        (publications / now / _WITHDRAWN).touch()
    switch_to(warehouse, target)
    return target


def switch_to(warehouse: Path, name: str) -> None:
    """Make a publication the one that readers see, in one step.

    A copy that followed links has files and folders in their place. They are put right first, so that what is switched
    last switches all that readers open; where nothing tells which publication those were, they are put right after it.
    Raises OSError, and leaves all as it was, where a folder in a link's place holds what no publication does.
    """
    now_link = warehouse / "publications" / _CURRENT
    marts = warehouse / "parquet"
    if _is_folder(marts):
        foreign = [path.name for path in marts.iterdir() if not path.name.startswith(".") and path.suffix != ".parquet"]
        if foreign:
            raise FileExistsError(f"{marts} holds other files ({foreign[0]}): move them away.")
    if _is_folder(now_link):
        _name_a_copy(now_link)
    if now_link.exists():
        _link_readers(warehouse)
    _replace_link(now_link, name)
    try:
        _link_readers(warehouse)
    except OSError as error:
        print(f"Published, but what readers open could not be made a link to it: {error}")


def _link_readers(warehouse: Path) -> None:
    for reader, inside in ((warehouse / DATABASE, DATABASE), (warehouse / "parquet", "parquet")):
        target = os.path.join("publications", _CURRENT, inside)
        if not (reader.is_symlink() and os.readlink(reader) == target):
            _replace_link(reader, target)


def _name_a_copy(folder: Path) -> None:
    """Where a copy made a folder of the link `current`: that folder gets its own name, and is linked to."""
    name = str((_manifest(folder) or {}).get("publication"))
    if _ID.fullmatch(name):
        if not (folder.parent / name).exists():
            folder.rename(folder.parent / name)
        _replace_link(folder, name)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _replace_link(link: Path, target: str) -> None:
    new = link.with_name(f".{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    if _is_folder(link):
        # No folder can be replaced by a link in one step.
        old = link.with_name(f"{_UNFINISHED}{link.name}")
        shutil.rmtree(old, ignore_errors=True)
        link.rename(old)
        os.replace(new, link)
        shutil.rmtree(old, ignore_errors=True)
    else:
        os.replace(new, link)


def _copy_marts(connection: DuckDBPyConnection, folder: Path) -> dict[str, int]:
    """Tables with constraints and comments, functions, and a Parquet file each; rows by mart."""
    (source,) = connection.execute("select current_database()").fetchall()[0]
    connection.execute(f"attach '{_quoted(folder / DATABASE)}' as published (storage_version '{STORAGE_VERSION}')")
    try:
        connection.execute(f'copy from database "{source}" to published (schema)')
        for (schema,) in connection.execute(
            "select schema_name from duckdb_schemas() where database_name = 'published' and not internal "
            f"and schema_name not in ('main', '{SCHEMA}')"
        ).fetchall():
            connection.execute(f'drop schema published."{schema}" cascade')
        marts = [
            name
            for (name,) in connection.execute(
                "select table_name from duckdb_tables() where database_name = 'published' and schema_name = ? order by 1",
                [SCHEMA],
            ).fetchall()
        ]
        rows = {}
        for mart in marts:
            connection.execute(f'insert into published.{SCHEMA}."{mart}" select * from "{source}".{SCHEMA}."{mart}"')
            if mart == "meta_build":
                ((landing,),) = connection.execute(f"select landing from published.{SCHEMA}.meta_build").fetchall()
                connection.execute(f"update published.{SCHEMA}.meta_build set landing = ?", [_folder_name(landing)])
            file = _quoted(folder / "parquet" / f"{mart}.parquet")
            connection.execute(f"copy published.{SCHEMA}.\"{mart}\" to '{file}' (format parquet, compression zstd)")
            (rows[mart],) = connection.execute(f'select count(*) from published.{SCHEMA}."{mart}"').fetchall()[0]
        return rows
    finally:
        connection.execute("detach published")


def _write_manifest(connection: DuckDBPyConnection, folder: Path, name: str, number: int, rows: dict[str, int]) -> None:
    columns = "built_at_utc::varchar, data_through::varchar, git_sha, landing, ledger_digest"
    build = connection.execute(f"select {columns} from {SCHEMA}.meta_build").fetchall()[0]
    methods = connection.execute(f"select method_id, version from {SCHEMA}.dim_rating_method order by 1").fetchall()
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    manifest: dict[str, Any] = {
        "publication": name,
        "number": number,
        **(told := dict(zip(("built_at_utc", "data_through", "git_sha", "landing", "ledger_digest"), build))),
        **_told_of(str(told["landing"])),
        "methods": dict(methods),
        "rows": rows,
        "sha256": {path.relative_to(folder).as_posix(): _digest(path) for path in files},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(folder: Path) -> None:
    """Everything in the folder, and the folder itself, on the disk before anybody is pointed at it."""
    for path in [*folder.rglob("*"), folder, folder.parent]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
