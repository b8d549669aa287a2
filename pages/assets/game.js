"use strict";
// One game, and why each list rates it or not.

(async () => {
  const { element, word, points, signed } = ratings;
  const query = new URLSearchParams(location.search);
  const place = document.getElementById("game");
  const names = await ratings.loadNames();
  let chunk;
  try {
    chunk = await ratings.load(`games/${query.get("year")}`);
  } catch {
    chunk = null;
  }
  const games = chunk ? ratings.rows(chunk.games) : [];
  const number = games.findIndex(({ id }) => id === query.get("id"));
  if (number < 0) {
    place.replaceChildren(element("h1", {}, "Game"), element("p", { class: "note" }, "There is no such game here."));
    return;
  }
  const game = games[number];
  const black = names.players.get(game.black);
  const white = names.players.get(game.white);
  const ledger = ratings.rows(chunk.ledger).filter((row) => row.game === number);
  document.title = `${black.name} v ${white.name}, ${game.day} – Go ratings`;

  function outcome() {
    if (!game.winner) return { jigo: "Jigo", no_result: "No result", both_lose: "Lost by both", cancelled: "Cancelled", unknown: "Result not known" }[game.outcome];
    const who = names.players.get(game[game.winner]).name;
    const how = {
      points: game.margin ? `by ${game.margin}` : "", resignation: "by resignation", time: "on time", illegal_move: "by an illegal move",
      disconnection: "by disconnection", default: "by default", unknown: "",
    }[game.win_by];
    return `${who} won ${how}`.trim();
  }

  const poolLink = (pool) => element("a", { href: `pools/${pool}.html` }, `pool ${names.pools[pool]}`);
  const fact = (name, ...content) => element("div", {}, element("dt", {}, name), element("dd", {}, ...content));
  const side = (colour, player) => {
    const known = game.colours_known ? colour : "unknown";
    const about = [
      game.colours_known && `with ${colour === "black" ? "Black" : "White"}`,
      game[`${colour}_rank`],
      game[`${colour}_organisation`] && word(game[`${colour}_organisation`], "organisation"),
    ].filter(Boolean).join(" · ");
    const pool = game.pools[colour === "black" ? 0 : 1];
    return element("div", { class: `side${game.winner === colour ? " winner" : ""}` }, ratings.stone(`${known} large`),
      element("div", {}, ratings.playerLink(player), element("p", { class: "note" }, about, ...(pool ? [" · ", poolLink(pool)] : []))));
  };

  const about = element("dl", { class: "facts" },
    fact("Result", outcome(), game.winner ? element("small", {}, ` ${game.result}`) : ""),
    fact("Day", game.day, game.precision === "day" ? "" : element("small", {}, ` known to the ${game.precision}; taken as its last day`)),
    fact("Event", element("a", { href: `events/${game.event}.html` }, names.events[game.event]), [game.edition, game.round].filter(Boolean).map((text) => ` · ${text}`).join("")),
    fact("Komi", game.komi === null ? "not known" : String(game.komi), game.stones ? ` · ${game.stones} handicap stones` : ""),
    fact("Colours", game.colours_known ? "published" : "not published"),
    fact("Source", game.id, game.source_count > 1 ? ` · told by ${game.source_count} rows` : ""),
  );
  if (game.replay_of_year) {
    about.append(fact("Replay", "replays ", element("a", { href: ratings.gameLink({ year: game.replay_of_year, id: game.replay_of }) }, "an earlier game")));
  } else if (game.is_replay) {
    about.append(fact("Replay", "replays a game that is not in this collection"));
  }

  function record() {
    const inRecord = [game.records & 1 ? black : null, game.records & 2 ? white : null].filter(Boolean).map(({ name }) => name);
    const text = game.record_reason ? `In no record, because of the reason “${word(game.record_reason, "reason")}”: ${names.rules.get(game.record_reason)}.`
      : inRecord.length ? `In the record of ${inRecord.join(" and ")}.` : `In no record${game.black_pool && game.white_pool ? ": both players belonged to a pool that day, and records are those of members" : ""}.`;
    return element("section", {}, element("h2", {}, "Record"), element("p", {}, text));
  }

  function rating(list, at) {
    const reason = game.reasons[at];
    const section = element("section", { class: "verdict" }, element("h2", {}, list.name, " ",
      element("span", { class: reason ? "chip quiet" : "chip" }, reason ? "not rated" : "rated")));
    if (reason) {
      section.append(element("p", {}, element("strong", {}, word(reason, "reason")), `: ${names.rules.get(reason)}.`), order(reason));
      return section;
    }
    const lines = ledger.filter((row) => row.list === list.slug);
    section.append(element("p", {}, "None of the reasons to leave a game out applies; it moved these ratings."),
      element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": `How the ratings moved, ${list.name}` }, book(lines)));
    const notes = [];
    if (lines.every(({ k, score, expected, delta }) => k !== null && Math.abs(k * (score - expected) - delta) < 0.02)) notes.push("Change = K × (score − expected score).");
    for (const { before, used, adjustment, person } of lines) {
      const { name } = names.players.get(person);
      if (used !== before) notes.push(`For ${name} the expected score goes by ${points(used, 2)}, the rating before the tournament or day.`);
      if (adjustment) notes.push(`Before the game the rating of ${name} was moved by ${signed(adjustment, 2)} (a reset or a refit).`);
    }
    if (lines.some((row) => row.burn_in)) notes.push("Played in the list’s first years, when ratings still depend on everyone’s equal start: these ratings count for no peak.");
    section.append(...notes.map((note) => element("p", { class: "note" }, note)));
    return section;
  }

  function book(lines) {
    const cell = (text, style = "n") => element("td", { class: style }, text);
    return element("table", { class: "book" }, element("caption", {}, "How the ratings moved, rounded"),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Rated"),
        ...["Before", "Opponent", "Expected", "Score", "K", "Change", "After"].map((head) =>
          element("th", { scope: "col", class: ["Opponent", "Score", "K"].includes(head) ? "n wide" : "n" }, head)))),
      element("tbody", {}, ...lines.map((row) => element("tr", {},
        element("th", { scope: "row" }, ...(row.unit ? [poolLink(row.unit), ` (${names.players.get(row.person).name})`] : [ratings.playerLink(names.players.get(row.person))])),
        cell(points(row.before, 2)), cell(points(row.opponent_before, 2), "n wide"), cell(points(row.expected, 3)),
        cell(String(row.score), "n wide"), cell(row.k === null ? "–" : String(row.k), "n wide"), cell(signed(row.delta, 2)), cell(points(row.after, 2))))));
  }

  // The reasons in the order in which they are checked, up to the one that applied.
  function order(reason) {
    const at = names.reasons.findIndex(([code]) => code === reason);
    return element("details", {}, element("summary", {}, "The order in which reasons are looked for"),
      element("ol", { class: "reasons" }, ...names.reasons.map(([code], each) => element("li", { class: each === at ? "applies" : null },
        element("a", { href: `method.html#reason-${code}` }, word(code, "reason")),
        each < at ? " does not apply" : each === at ? " applies" : " was not looked at"))));
  }

  place.replaceChildren(
    element("h1", {}, "Game of ", game.day),
    element("div", { class: "sides" }, side("black", black), side("white", white)),
    about,
    ...names.lists.map(rating),
    record(),
    element("p", { class: "more" }, element("a", { href: `games.html?${new URLSearchParams({ player: black.slug, vs: white.slug })}` }, "All games between the two")),
  );
})();
