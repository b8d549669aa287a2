"use strict";
// A list on any day: as marts.leaderboard_asof gives it, from the ratings after each day of games.

(async () => {
  const { element } = ratings;
  const form = document.getElementById("on-day");
  if (!form) return; // no game is rated yet
  form.hidden = false;
  const asked = new URLSearchParams(location.search).get("day");
  const { list: slug, years, digits, provisional } = form.dataset;
  if (!asked || !/^\d{4}-\d\d-\d\d$/.test(asked)) return;
  form.elements.day.value = asked;
  const [names, { days, players }] = await Promise.all([ratings.loadNames(), ratings.load(`boards/${slug}`)]);
  const rating_list = names.lists.find((each) => each.slug === slug);

  // The same day of another year; the 28th for a 29 February that there isn't.
  function yearsLater(day, number) {
    const year = String(Number(day.slice(0, 4)) + number).padStart(4, "0");
    const isLeap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
    return year + (day.endsWith("02-29") && !isLeap ? "-02-28" : day.slice(4));
  }

  function board(day) {
    const rows = [];
    for (const [player, steps, after, more] of players) {
      let at = 0;
      let last = -1;
      let games = 0;
      for (; last + 1 < steps.length; last += 1) {
        if (days[at + steps[last + 1]] > day) break;
        at += steps[last + 1];
        games += more[last + 1];
      }
      if (last >= 0) rows.push({ player, rating: after[last], games, last: days[at], isActive: yearsLater(days[at], Number(years)) >= day });
    }
    rows.sort((one, other) => other.rating - one.rating || (one.player < other.player ? -1 : 1));
    let active = 0;
    rows.forEach((row, number) => {
      active += row.isActive;
      const above = rows[number - 1];
      row.rank = above?.rating === row.rating ? above.rank : number + 1;
      const activeAbove = row.isActive && rows.slice(0, number).findLast((each) => each.isActive);
      row.activeRank = !row.isActive ? null : activeAbove && activeAbove.rating === row.rating ? activeAbove.activeRank : active;
    });
    return rows;
  }

  const rank = (number) => element("span", number <= 10 ? { class: `numbered ${number % 2 ? "black" : "white"}` } : {}, String(number));
  const rows = board(asked);
  const before = new Map(board(yearsLater(asked, -1)).map((row) => [row.player, row]));
  const active = rows.filter(({ isActive }) => isActive);
  const inactive = rows.length - active.length;
  const place = document.getElementById("board");
  document.getElementById("when").textContent = asked;
  document.querySelector(".years summary").replaceChildren("On ", element("time", {}, asked));
  document.title = `${rating_list.name}, ${asked} – Go ratings`;
  for (const part of document.querySelectorAll(".own-day")) part.remove(); // of the last day
  if (!rows.length) {
    place.replaceChildren(element("p", { class: "note" }, "No game was rated by that day."));
    return;
  }
  const heads = [["Rank", "", true], ["Player", ""], ["Rating", "n"], ["12 months", "n"], ["Rank 12 months before", "n wide", true], ["Rated games", "n wide"], ["Last rated game", "n wide"]];
  const table = element("table", { class: "leaderboard leaders", "data-sortable": true, "data-games": `list=${slug}&rated=1&until=${asked}`, "data-row": "player" },
    element("caption", {}, `${active.length} active player${active.length === 1 ? "" : "s"} of ${rows.length}, by rating on `, element("time", {}, asked)),
    element("thead", {}, element("tr", {}, ...heads.map(([text, style, lowFirst]) => element("th",
      { scope: "col", class: style || null, "data-low-first": lowFirst, "data-games": text === "Rated games" ? "" : null }, text)))),
    element("tbody", {}, ...rows.map((row) => {
      const earlier = before.get(row.player);
      return element("tr", { class: row.isActive ? null : "inactive" },
        element("td", { class: "rank", "data-sort": row.rank },
          row.isActive ? element("span", { class: "among-active" }, rank(row.activeRank)) : null, element("span", { class: "among-all" }, rank(row.rank))),
        element("th", { scope: "row" }, ratings.playerLink(names.players.get(row.player))),
        element("td", { class: "n rating" }, ratings.points(row.rating, Number(digits)),
          provisional && row.games < Number(provisional) ? element("span", { class: "provisional", title: "Provisional" }, " ?") : null),
        element("td", { class: "n change" }, earlier ? ratings.signed(row.rating - earlier.rating, Number(digits)) : "–"),
        element("td", { class: "n wide change" }, earlier?.activeRank ? String(earlier.activeRank) : "–"),
        element("td", { class: "n wide" }, String(row.games)),
        element("td", { class: "n wide day" }, row.last));
    })));
  table.prepend(table.querySelector("caption"));
  place.replaceChildren(
    ...(inactive ? [element("p", { class: "filter" }, element("label", {}, element("input", { type: "checkbox", id: "everybody" }),
      ` also show the ${inactive.toLocaleString("en")} player${inactive === 1 ? "" : "s"} without a rated game in the last ${years} years`))] : []),
    element("div", { class: "scroll", role: "region", "aria-label": "Leaderboard", tabindex: 0 }, table));
  ratings.prepareTables(place);
})();
