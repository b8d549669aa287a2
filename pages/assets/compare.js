"use strict";
// Two players side by side: what they won against each other, and their ratings in one list.

(async () => {
  const { element } = ratings;
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const names = await ratings.loadNames();
  const form = document.getElementById("pair");
  const place = document.getElementById("comparison");
  const chosen = { a: names.players.get(asked.a), b: names.players.get(asked.b) };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const side of ["a", "b"]) {
    const input = form.querySelector(`[data-search="${side}"]`);
    input.value = chosen[side]?.name ?? "";
    ratings.combobox(input, (player) => {
      location.search = new URLSearchParams({ ...asked, [side]: player.slug });
    });
  }
  const { a, b } = chosen;
  if (!a || !b || a === b) {
    if (a && a === b) place.append(element("p", { class: "note" }, "Choose two different players."));
    else if (!a && !b) place.append(element("p", { class: "note" }, "Choose a player on each side; a few letters of the name will do."));
    else place.append(element("p", { class: "note" }, "Now choose the other player."));
    return;
  }
  document.title = `${a.name} and ${b.name} – Go ratings`;
  const [ofA, ofB] = await Promise.all([a, b].map(({ slug }) => ratings.load(`players/${slug}`)));

  const link = (games, more) => ratings.countLink(games, { player: a.slug, vs: b.slug, record: 1, ...more });
  const [games, wins, losses, jigo, noResult] = ofA.opponents[b.slug] ?? [0, 0, 0, 0, 0];
  place.append(element("section", {},
    element("h2", {}, "Against each other"),
    element("div", { class: "score" },
      element("div", {}, ratings.playerLink(a)), element("div", { class: "big" }, link(wins, { result: "won" }), " – ", link(losses, { result: "lost" })), element("div", {}, ratings.playerLink(b))),
    element("p", { class: "note centred" }, link(games, {}), ` game${games === 1 ? "" : "s"} in the record of at least one of the two`,
      ...(jigo ? [", jigo ", link(jigo, { result: "jigo" })] : []), ...(noResult ? [", no result ", link(noResult, { result: "no_result" })] : []))));

  // The chance of the next game, by what each method gave for ratings around theirs; the logits between them are as good
  // as straight.
  function chanceOf({ low, high, logits, ratings: known }, one, other) {
    const spot = (slug) => ((known[slug] - low) / (high - low)) * (logits.length - 1);
    const [x, y] = [spot(one), spot(other)];
    const [i, j] = [x, y].map((each) => Math.min(Math.max(Math.floor(each), 0), logits.length - 2));
    const [u, v] = [x - i, y - j];
    const logit = (1 - u) * ((1 - v) * logits[i][j] + v * logits[i][j + 1]) + u * ((1 - v) * logits[i + 1][j] + v * logits[i + 1][j + 1]);
    return 1 / (1 + Math.exp(-logit));
  }

  // As marts.match_probability: whoever first wins more than half.
  function matchChance(chance, games) {
    let total = 0;
    let ways = 1;
    for (let lost = 0; lost <= (games - 1) / 2; lost += 1) {
      if (lost) ways *= ((games + 1) / 2 - 1 + lost) / lost;
      total += ways * chance ** ((games + 1) / 2) * (1 - chance) ** lost;
    }
    return total;
  }

  function nextGame(list, methods) {
    const able = methods.filter(({ ratings: known }) => a.slug in known && b.slug in known);
    if (!able.length) return [];
    const percent = (rate) => (rate >= 0.995 ? ">99%" : rate < 0.005 ? "<1%" : `${Math.round(100 * rate)}%`);
    const head = (text, style = "n") => element("th", { scope: "col", class: style }, text);
    const [main] = able;
    const chance = chanceOf(main, a.slug, b.slug);
    const [favourite, rate] = chance >= 0.5 ? [a, chance] : [b, 1 - chance];
    return [element("h3", {}, "The next game"),
      element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "The next game" }, element("table", { class: "narrow next" },
        element("caption", {}, "Chances that ", element("strong", {}, a.name), ` wins, by the ratings of ${list.name} on `, element("time", {}, main.as_of)),
        element("thead", {}, element("tr", {}, head("By", null), head("Next game"), ...[3, 5, 7].map((games) => head(`Best of ${games}`)))),
        element("tbody", {}, ...able.map((method) => {
          const won = chanceOf(method, a.slug, b.slug);
          return element("tr", {}, element("th", { scope: "row" }, method.name, " ",
            element("small", {}, [method.is_current && "the list’s method", method.is_best && "has predicted best"].filter(Boolean).join(", "))),
          element("td", { class: "n rating" }, percent(won)), ...[3, 5, 7].map((games) => element("td", { class: "n" }, percent(matchChance(won, games)))));
        })))),
      element("p", { class: "note" }, `Of ten such games ${favourite.name} would win about ${Math.round(10 * rate)}: an even game with a fair komi, colours by lot. `
        + "Form, health and what is at stake are not in the numbers.")];
  }

  // Ratings: only lists in which one of the two is rated; never two lists in one chart.
  const lists = names.lists.filter(({ slug }) => ofA.ratings[slug] || ofB.ratings[slug]);
  const both = lists.filter(({ slug }) => ofA.ratings[slug] && ofB.ratings[slug]);
  const list = lists.find(({ slug }) => slug === asked.list) ?? both[0] ?? lists[0];
  if (list) {
    const figure = element("figure", { class: "chart tall" });
    const tabs = element("nav", { class: "tabs", "aria-label": "Rating list" }, ...lists.map(({ slug, name }) =>
      element("a", { href: `compare.html?${new URLSearchParams({ ...asked, list: slug })}`, "aria-current": slug === list.slug ? "true" : null }, name)));
    place.append(element("section", {}, element("h2", {}, "Ratings"), tabs, figure, table(list), ...unrated(list)));
    place.lastElementChild.querySelector(".scroll").after(...nextGame(list, (await ratings.load("chances"))[list.slug] ?? []));
    const drawn = [[ofA, a], [ofB, b]].filter(([chunk]) => chunk.ratings[list.slug]);
    ratings.ratingChart(figure, list, `Ratings after each rated game, ${list.name}`,
      drawn.map(([chunk, player]) => ratings.ratingSeries(chunk, list, player, names)));
  }

  // Why the record of the two and the rated games differ in number.
  function unrated(list) {
    const at = names.lists.indexOf(list);
    const missing = new Map();
    for (const game of ratings.rows(ofA.games)) {
      const isTheirs = (game.black === b.slug || game.white === b.slug) && game.records;
      if (isTheirs && game.reasons[at]) missing.set(game.reasons[at], (missing.get(game.reasons[at]) ?? 0) + 1);
    }
    if (!missing.size) return [];
    const total = [...missing.values()].reduce((sum, each) => sum + each, 0);
    const reasons = [...missing].flatMap(([reason, number], each) => [each ? ", " : "", `${ratings.word(reason, "reason")} `,
      link(number, { list: list.slug, reason })]);
    return [element("p", { class: "note" }, `Of the ${games} game${games === 1 ? "" : "s"} in the record, ${total} ${total === 1 ? "is" : "are"} not rated in this list: `, ...reasons, ".")];
  }

  function table(list) {
    const facts = [ofA, ofB].map((chunk) => {
      const booked = chunk.ratings[list.slug] ? ratings.rows(chunk.ratings[list.slug]) : [];
      const peak = booked.find(({ game }) => game === chunk.peaks[list.slug]);
      return { booked, peak, games: ratings.rows(chunk.games) };
    });
    const line = (head, tell) => element("tr", {}, element("th", { scope: "row" }, head), ...facts.map((fact, at) => element("td", { class: "n" }, ...[fact.booked.length ? tell(fact, [a, b][at]) : "–"].flat())));
    const day = ({ games }, row) => games[row.game].day;
    // what was scored in rated games of the two, and what the ratings before each made expect
    const against = ({ booked, games }, player) => {
      const other = player === a ? b.slug : a.slug;
      const met = booked.filter(({ game }) => games[game].black === other || games[game].white === other);
      const total = (name) => +met.reduce((sum, row) => sum + row[name], 0).toFixed(1);
      return met.length ? [`${total("score")} of ${met.length}`, element("small", {}, ` expected ${total("expected")}`)] : "–";
    };
    return element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": list.name }, element("table", { class: "narrow versus" },
      element("caption", { class: "hidden" }, list.name),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Rated in this list"), ...[a, b].map((player) => element("th", { scope: "col", class: "n" }, ratings.playerLink(player))))),
      element("tbody", {},
        line("Rating", ({ booked }) => ratings.points(booked.at(-1).after, list.digits)),
        line("Peak", (fact) => (fact.peak ? [ratings.points(fact.peak.after, list.digits), " ", element("small", {}, day(fact, fact.peak))] : "–")),
        line("First game", (fact) => day(fact, fact.booked[0])),
        line("Last game", (fact) => day(fact, fact.booked.at(-1))),
        line("Rated games", ({ booked }, player) => ratings.countLink(booked.length, { player: player.slug, list: list.slug, rated: 1 })),
        line("Rated games won against each other", (fact, player) => against(fact, player)))));
  }

  const between = ratings.rows(ofA.games).filter((game) => game.black === b.slug || game.white === b.slug).reverse();
  if (between.length) {
    const games = element("table", { class: "games long" });
    ratings.fillGames(games, "Every game between the two, newest first, whether it counts or not", between, names);
    const section = element("section", {}, element("h2", {}, "Their games"), element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "Games between the two" }, games));
    place.append(section);
    ratings.prepareTables(section);
  }
})();
