"""What the page about the method says of settings: which lines are one, and who chose."""

from __future__ import annotations

from typing import Any

from build import setting_sentence, told_apart


def line(name: str, *values: float) -> dict[str, Any]:
    return {"name": name, "points": [[k, value] for k, value in enumerate(values)]}


def test_lines_that_lie_under_each_other_are_one() -> None:
    series = [line("plain", 0.66, 0.67), line("black", 0.65, 0.66), line("low komi", 0.6501, 0.6602)]
    told = told_apart(series)
    assert [each["name"] for each in told] == ["plain", "black; low komi (the same line)"]
    assert [each["name"] for each in series] == ["plain", "black", "low komi"], "what was given is left alone"


def test_lines_apart_stay_apart() -> None:
    series = [line("plain", 0.66, 0.67), line("black", 0.66, 0.671), line("short", 0.66)]
    assert told_apart(series) == series


def setting(k_factor: float, log_loss: float, adjustment: float = 0, finding: str = "plain") -> dict[str, Any]:
    return {
        "parameters": f'{{"k_factor": {k_factor}}}',
        "k_factor": k_factor,
        "black_adjustment": adjustment,
        "finding": finding,
        "log_loss": log_loss,
    }


def test_who_chose_is_said() -> None:
    parts = {"own": setting(32, 0.62), "chosen": setting(20, 0.6228, 30, "komi_split")}
    told = setting_sentence(parts)
    assert "would choose K 20, Black +30 at low komi only; the list keeps K 32, Black +0" in told
    assert "0.0028 worse" in told
    assert "0.0100 better" in setting_sentence({"own": setting(32, 0.62), "chosen": setting(20, 0.61)})
    own = setting(32, 0.62)
    assert "would choose the list’s own setting" in setting_sentence({"own": own, "chosen": own})
