"""Rounds: which ways of writing are one round, and which are not."""

from __future__ import annotations

import pytest

from go_ratings.reading.rounds import round_key


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("1", "1|１|01|1.|1.0|#1|R1|Rd 1|round 1|Round  1|1st|1st round|1st Rd|First round|Round One|Game 1"),
        ("1", "1回戦|一回戦|第1局|第一局|第１局|1. Runde|1ª ronda|1er tour|1-й тур|제1국|1라운드|第1轮|第一輪"),
        ("3", "3|3rd|3rd round|三回戦|第三局|Round 3.0|third round"),
        ("12", "12|第十二局|12th round|十二回戦"),
        ("20", "第二十局|20回戦"),
        ("21", "第二十一局|第２１局"),
        ("final", "Final|final|FINALS|F|the final|決勝|決勝戦|决赛|決賽|결승|결승전|Finale"),
        ("semifinal", "Semi-final|semifinals|SF|準決勝|準決勝戦|半决赛|半決賽|준결승|4강|Halbfinale|1/2 final"),
        ("quarterfinal", "Quarterfinal|quarter-final|QF|準々決勝|8강|Viertelfinale|1/4 final"),
    ],
)
def test_one_round(key: str, written: str) -> None:
    assert {form: round_key(form) for form in written.split("|")} == dict.fromkeys(written.split("|"), key)


def test_other_rounds_stay_apart() -> None:
    written = [
        "1",
        "2",
        "10",
        "11",
        "final",
        "semifinal",
        "third place",
        "league",
        "リーグ",
        "決勝第1局",
        "敗者復活1回戦",
        "A組",
    ]
    assert len({round_key(form) for form in written}) == len(written)
    assert round_key("League  A") == round_key("league a") == "league a"
