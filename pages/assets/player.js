"use strict";
// The rating graphs of a player's page.

for (const figure of document.querySelectorAll("figure[data-rating-chart]")) {
  const { player: slug, ratingChart } = figure.dataset;
  Promise.all([ratings.loadNames(), ratings.load(`players/${slug}`)]).then(([names, chunk]) => {
    const list = names.lists.find((each) => each.slug === ratingChart);
    const player = names.players.get(slug);
    const label = `Rating of ${player.name} after each rated game, ${list.name}`;
    ratings.ratingChart(figure, list, label, [ratings.ratingSeries(chunk, list, player, names)]);
  });
}
