"use strict";
// The games behind a number. The address says which: player, vs, record, result, outcome, colour, year, event,
// list with rated or reason, or with period, chance and kind of prediction, pool, until, komi with winner, stones,
// decade, division, lacks.

(async () => {
  const PAGE = 200;
  const { element, word } = ratings;
  const query = new URLSearchParams(location.search);
  const asked = Object.fromEntries([...query].filter(([, value]) => value));
  const names = await ratings.loadNames();
  const list = names.lists.findIndex(({ slug }) => slug === asked.list);
  const found = document.getElementById("found");
  const table = document.getElementById("games");
  const more = document.getElementById("more");

  const player = names.players.get(asked.player);
  if ((asked.player && !player) || (asked.vs && !names.players.has(asked.vs))) {
    found.textContent = "There is no such player.";
    return;
  }
  const chunk = player ? await ratings.load(`players/${player.slug}`) : null;
  const own = chunk ? ratings.rows(chunk.games) : [];
  const booked = chunk?.ratings[asked.list]
    ? new Map(ratings.rows(chunk.ratings[asked.list]).map((row) => [own[row.game].id, row])) : new Map();

  const LACKS = {
    __proto__: null,
    colour: (game) => !game.colours_known,
    komi: (game) => game.komi === null,
    exact_day: (game) => game.day.length < 10,
    result: (game) => game.outcome === "unknown",
  };
  const TESTS = {
    __proto__: null,
    player: (game, slug) => game.black === slug || game.white === slug,
    vs: (game, slug) => game.black === slug || game.white === slug,
    // in the record: of the player, or of at least one of two
    record: (game) => (asked.vs ? game.records > 0 : Boolean(game.records & (game.black === asked.player ? 1 : 2))),
    result: (game, result) => ratings.resultFor(game, asked.player) === result,
    outcome: (game, outcome) => game.outcome === outcome,
    colour: (game, colour) => (game.colours_known ? (game.black === asked.player ? "black" : "white") : "unknown") === colour,
    year: (game, year) => String(game.year) === year,
    decade: (game, decade) => game.year - (game.year % 10) === Number(decade),
    event: (game, event) => game.event === event,
    // of a player: the games that moved the player's own rating and not a pool's, unless the pool is asked for
    rated: (game) => (player && !asked.pool ? booked.has(game.id) : game.reasons[list] === null),
    pool: (game, pool) => (player ? game.pools[game.black === asked.player ? 0 : 1] === pool : game.pools.includes(pool)),
    stones: (game, stones) => game.stones === Number(stones),
    reason: (game, reason) => game.reasons[list] === reason,
    until: (game, day) => game.day <= day,
    komi: (game, komi) => game.tells_komi && String(game.komi) === komi,
    winner: (game, winner) => game.colours_known && game.winner === winner,
    division: (game, division) => names.divisions[game.event] === division,
    lacks: (game, part) => LACKS[part]?.(game) ?? false,
  };
  // of a game's prediction in the list
  const FORETOLD = {
    __proto__: null,
    period: (prediction, period) => prediction.period === period,
    chance: (prediction, chance) => prediction.chance === Number(chance),
    kind: (prediction, kind) => prediction.kinds.includes(kind),
  };
  const foretold = Object.keys(FORETOLD).filter((name) => name in asked);
  const isForetold = (prediction) => prediction.list === asked.list && foretold.every((name) => FORETOLD[name](prediction, asked[name]));
  const passes = (game) => Object.entries(asked).every(([name, value]) => !TESTS[name] || TESTS[name](game, value));

  async function gamesOf(year) {
    const { games, predictions } = await ratings.load(`games/${year}`);
    const numbers = foretold.length ? new Set(ratings.rows(predictions).filter(isForetold).map(({ game }) => game)) : null;
    return ratings.rows(games).filter((game, number) => (!numbers || numbers.has(number)) && passes(game)).reverse();
  }

  // Years to look through, newest first, and how many games each is known to have (null: not known before).
  const facets = await ratings.load("facets");
  const ofGames = ratings.rows(facets.games);
  const counts = new Set(foretold.length ? ["list", ...foretold] : ["year", "decade", "event", "division", "komi", "winner", "stones", "pool", "list", "rated", "reason"]);
  const isCounted = Object.keys(asked).every((name) => counts.has(name)) && !("winner" in asked && !("komi" in asked));
  const FACETS = {
    __proto__: null,
    ...FORETOLD,
    year: (facet, year) => String(facet.year) === year,
    decade: TESTS.decade,
    event: TESTS.event,
    division: (facet, division) => facet.division === division,
    komi: (facet, komi) => String(facet.komi) === komi,
    winner: (facet, winner) => !asked.komi || facet.winner === winner,
    stones: TESTS.stones,
    pool: (facet, pool) => facet.pools.includes(pool),
    rated: (facet) => facet.reasons[list] === null,
    reason: TESTS.reason,
    list: (facet, slug) => !foretold.length || facet.list === slug,
  };
  const years = new Map();
  for (const facet of foretold.length ? ratings.rows(facets.predictions) : ofGames) {
    const fits = Object.entries(asked).every(([name, value]) => !counts.has(name) || FACETS[name](facet, value));
    if (fits) years.set(facet.year, (years.get(facet.year) ?? 0) + facet.games);
  }
  const waiting = [...years.keys()].sort((one, other) => other - one);
  const total = isCounted ? [...years.values()].reduce((sum, games) => sum + games, 0) : null;

  const matched = [];
  let shown = 0;
  async function show() {
    shown += PAGE;
    if (chunk && !foretold.length && !matched.length) {
      matched.push(...own.filter(passes).reverse());
      waiting.length = 0;
    }
    while (matched.length < shown && waiting.length) matched.push(...await gamesOf(waiting.shift()));
    const all = waiting.length ? total : matched.length;
    const some = Math.min(shown, matched.length);
    found.textContent = all === 0 ? "No game." : all === null ? `The newest ${some.toLocaleString("en")} games`
      : some < all ? `The newest ${some.toLocaleString("en")} of ${all.toLocaleString("en")} games` : `${all.toLocaleString("en")} game${all === 1 ? "" : "s"}`;
    ratings.fillGames(table, "Games, newest first", matched.slice(0, shown), names,
      booked.size ? { change: (game) => booked.get(game.id), digits: names.lists[list].digits } : {});
    more.hidden = all !== null && some >= all;
  }
  more.addEventListener("click", show);

  // What was chosen, each with a link that takes it back.
  const listName = names.lists[list]?.name ?? "";
  const LABELS = {
    __proto__: null,
    vs: (slug) => `against ${names.players.get(slug).name}`,
    record: () => "in the record",
    result: (result) => word(result, "outcome"),
    outcome: (outcome) => word(outcome, "outcome"),
    colour: (colour) => (colour === "unknown" ? "colour not published" : `as ${colour === "black" ? "Black" : "White"}`),
    year: (year) => year,
    decade: (decade) => `${decade}s`,
    event: (event) => names.events[event] ?? event,
    rated: () => `rated: ${listName}`,
    reason: (reason) => `not rated in ${listName}: ${word(reason, "reason")}`,
    until: (day) => `until ${day}`,
    komi: (komi) => `komi ${komi}, even, decided, rated in some list`,
    stones: (stones) => `${stones} handicap stones`,
    pool: (pool) => `as the pool ${names.pools[pool] ?? pool}`,
    period: (period) => `predicted in ${listName}, ${period} games`,
    chance: (tenth) => `chance ${10 * tenth}–${10 * tenth + 10}% (Black’s, or the favourite’s without colours)`,
    kind: (kind) => word(kind, "kind"),
    winner: (winner) => `won by ${winner === "black" ? "Black" : "White"}`,
    division: (division) => `division: ${division}`,
    lacks: (part) => word(part, "lacks"),
  };
  const chosen = document.getElementById("chosen");
  for (const [name, value] of Object.entries(asked)) {
    if (!LABELS[name]) continue;
    const without = new URLSearchParams(query);
    without.delete(name);
    chosen.append(element("a", { class: "chosen-one", href: `games.html?${without}` }, LABELS[name](value),
      element("span", { "aria-hidden": "true" }, " ×"), element("span", { class: "hidden" }, ", remove this condition")));
  }
  if (player) {
    document.getElementById("heading").replaceChildren("Games of ", ratings.playerLink(player));
    document.title = `Games of ${player.name} – Go ratings`;
  }
  if (asked.reason) chosen.after(element("p", { class: "note" }, `${names.rules.get(asked.reason) ?? ""}.`));

  // The form narrows what was chosen.
  const form = document.getElementById("filters");
  const known = chunk ? own : ofGames;
  const option = (value, text, isChosen) => element("option", { value, selected: isChosen }, text);
  form.elements.year.append(option("", "any"), ...[...new Set(known.map(({ year }) => year))].sort((one, other) => other - one)
    .map((year) => option(year, year, String(year) === asked.year)));
  form.elements.event.append(option("", "any"), ...[...new Set(known.map(({ event }) => event))]
    .sort((one, other) => names.events[one].localeCompare(names.events[other], "ja"))
    .map((event) => option(event, names.events[event], event === asked.event)));
  form.elements.status.append(option("", "any"), ...names.lists.map(({ slug, name }) => {
    const group = element("optgroup", { label: name }, option(`list=${slug}&rated=1`, "rated", asked.list === slug && asked.rated));
    for (const [reason] of names.reasons) {
      group.append(option(`list=${slug}&reason=${reason}`, `not rated: ${word(reason, "reason")}`, asked.list === slug && asked.reason === reason));
    }
    return group;
  }));
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const name of ["year", "event", "list", "rated", "reason"]) query.delete(name);
    for (const name of ["year", "event"]) if (form.elements[name].value) query.set(name, form.elements[name].value);
    for (const [name, value] of new URLSearchParams(form.elements.status.value)) query.set(name, value);
    location.search = query;
  });

  await show();
})();
