"""The players of a tournament file and the games that refer to them by number: what MacMahon and pairgoth share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from go_ratings.reading.formats.contents import GameIds, Player, Warnings, player_of, rank_of
from go_ratings.reading.nobody import is_placeholder
from go_ratings.reading.rows import Row


@dataclass(frozen=True)
class Entry:
    """A player of the tournament with the rank they declared in it."""

    player: Player
    rank: str
    row_no: int
    raw_text: str


class Roster:
    """The players by what games call them; of several with one number it isn't known who is meant."""

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._carriers: Counter[str] = Counter()
        self._ids = GameIds()

    def add(
        self,
        reference: str,
        name: str,
        country: str,
        numbers: dict[str, str],
        rank: str,
        raw_text: str,
        warnings: Warnings,
    ) -> None:
        """Enters a player. `numbers` may hold pin, aga_id and ffg, as player_of takes them."""
        player = player_of(name, country, **numbers)
        pin = numbers.get("pin", "")
        if pin.strip("0") and not player.player_id.startswith("egd:"):
            warnings.append(("pin_unread", f"{player.name}: {pin[:20]} is no PIN, which has eight digits; correct it"))
        entry = Entry(player, rank_of(rank, player.name, warnings), self._carriers.total() + 1, raw_text)
        self._entries.setdefault(reference, []).append(entry)
        self._carriers[player.player_id] += 1

    def rows(self) -> Iterator[Row]:
        """The rows of every player who is known for certain."""
        for entry in (entry for same in self._entries.values() for entry in same):
            if self._carriers[entry.player.player_id] == 1 and not is_placeholder(entry.player.name):
                yield from entry.player.rows(entry.row_no, entry.raw_text)

    def side(self, row: Row, colour: str, reference: str) -> Entry | None:
        """The player that a game refers to; None, with the row's problem set, if that isn't certain."""
        same = self._entries.get(reference, []) if reference else []
        written = f"{colour} {reference[:60] or 'is empty'}"
        if not same:
            row.problem = "unknown_player"
            row.detail = f"{written}: no player of the file has that id; correct one of them"
        elif len(same) > 1:
            row.problem = "ambiguous_player"
            row.detail = f"{written}: {len(same)} players have that id; give each their own"
        elif is_placeholder(same[0].player.name):
            row.problem = "not_a_player"
            row.detail = f"{written} is {same[0].player.name or 'nobody'}: name the player, or enter a bye"
        elif self._carriers[same[0].player.player_id] > 1:
            player_id = same[0].player.player_id
            row.problem = "ambiguous_player"
            row.detail = f"{written}: {self._carriers[player_id]} players are {player_id}; give each their own PIN"
        else:
            return same[0]
        return None

    def fill(self, row: Row, black: Entry, white: Entry, round_no: int, result: str, handicap: str, komi: str) -> None:
        """The values of a game of two players. `komi` is that of even games, `handicap` as it is written."""
        if black is white:
            row.problem = "same_player"
            row.detail = f"{black.player.name} plays against himself: correct one of the two"
            return
        stones = handicap.strip() or "0"
        if not (stones.isascii() and stones.isdigit() and len(stones) <= 2):
            row.warnings.append(
                ("handicap_impossible", f"handicap {stones[:20]} was left out: write the number of stones")
            )
            stones = ""
        values = {
            "source_game_id": self._ids.next(str(round_no), black.player.player_id, white.player.player_id),
            "sequence": str(round_no),
            "round": str(round_no),
            "black": black.player.written,
            "white": white.player.written,
            "black_rank": black.rank,
            "white_rank": white.rank,
            "komi": komi if stones and not int(stones) else "",
            "handicap": str(int(stones)) if stones else "",
            "result": result,
        }
        row.values.update((column, value) for column, value in values.items() if value)


def in_progress(waiting: int, last_round: int, rounds: int) -> Warnings:
    """A warning where a tournament isn't finished: games that wait for a result, or rounds that aren't there."""
    if not waiting and last_round >= rounds:
        return []
    return [
        (
            "tournament_in_progress",
            f"{waiting} games wait for a result, round {last_round} of {rounds} is the last: "
            "land the finished file when there is one",
        )
    ]


BOTH_WIN = ("both_win", "both players were given the win: nobody's is rated; correct it if one of them won")
