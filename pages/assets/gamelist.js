"use strict";
// Fills a table with games, newest first; used by the pages of games and of two players.

{
  const { element, stone, word } = ratings;

  // What a game was for one of its players: won, lost, jigo, no_result, cancelled or unknown.
  ratings.resultFor = (game, slug) => {
    if (!game.winner) return game.outcome === "both_lose" ? "lost" : game.outcome;
    return (game.winner === "black") === (game.black === slug) ? "won" : "lost";
  };

  ratings.ratedIn = (game, names) => {
    const chips = names.lists.filter((list, at) => game.reasons[at] === null).map((list) => element("span", { class: "chip" }, list.short));
    return chips.length ? chips : [element("span", { class: "reason" }, `not rated: ${word(game.reasons[0], "reason")}`)];
  };

  function side(game, colour, names) {
    const known = game.colours_known ? colour : "unknown";
    return element("td", { class: game.winner === colour ? "winner" : null }, stone(known), ratings.playerLink(names.players.get(game[colour])));
  }

  // `change` gives, if there is one, the rating before and after a game in the list of `digits`.
  ratings.fillGames = (table, caption, games, names, { change, digits } = {}) => {
    const heads = ["Day", "Black", "White", "Result", "Komi", "Event", "Rated", ...(change ? ["Rating"] : [])];
    const style = { Komi: "wide", Event: "wide", "Rated": change ? "wide" : null, Rating: "n", Result: change ? "wide" : null };
    table.replaceChildren(
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col", class: style[head] }, head)))),
      element("tbody", {}, ...games.map((game) => {
        const moved = change?.(game);
        return element("tr", {},
          element("td", { class: "day" }, element("a", { href: ratings.gameLink(game), title: "Why this game is rated or not" }, game.day)),
          side(game, "black", names), side(game, "white", names),
          element("td", { class: change ? "wide" : null }, game.result),
          element("td", { class: "n wide" }, game.komi === null ? "" : String(game.komi)),
          element("td", { class: "wide" },
            element("a", { href: `${ratings.root}events/${game.event}.html` }, names.events[game.event]),
            game.round ? element("small", {}, ` ${game.round}`) : null),
          element("td", { class: change ? "wide" : null }, ...ratings.ratedIn(game, names).flatMap((chip) => [chip, " "])),
          change ? element("td", { class: "n" }, ...(moved ? [ratings.points(moved.after, digits), element("small", {}, ` ${ratings.signed(moved.after - moved.before, digits)}`)] : ["–"])) : null);
      })),
    );
    table.hidden = !games.length;
  };
}
