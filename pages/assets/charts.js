"use strict";
// Charts as SVG, drawn from a description (see draw) and coloured by the style sheet.

{
  const { element } = ratings;
  const MONTH_STEPS = [1, 3, 6, 12, 24, 60, 120, 240, 600];
  const MARGIN = { top: 24, right: 20, bottom: 32, left: 46 };

  function svg(tag, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  // Days since 1970; where only the month or year is known its last day, as the ledger takes it, so that no line goes back.
  function dayNumber(text) {
    const [year, month = 12, day] = String(text).split("-").map(Number);
    return Date.UTC(year, day ? month - 1 : month, day ?? 0) / 864e5;
  }

  // Round numbers between two, no finer than a least step.
  function niceTicks(low, high, most, least = 0) {
    const rough = Math.max((high - low) / most || 1, least);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough);
    const ticks = [];
    for (let number = Math.ceil(low / step - 1e-9); number * step <= high + step * 1e-9; number += 1) ticks.push(number * step);
    return ticks;
  }

  function timeTicks(low, high, most) {
    const first = new Date(low * 864e5);
    const months = (high - low) / 30.44;
    const step = MONTH_STEPS.find((each) => months / each <= most) ?? MONTH_STEPS.at(-1);
    const ticks = [];
    let month = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / step) * step;
    for (; ; month += step) {
      const at = Date.UTC(Math.floor(month / 12), month % 12, 1) / 864e5;
      if (at > high) return ticks;
      if (at >= low) ticks.push({ at, text: new Date(at * 864e5).toISOString().slice(0, step < 12 ? 7 : 4) });
    }
  }

  let drawn = 0;

  // Draws into a figure and again whenever its width changes. The description:
  //   label; x: {type: time | number | category, values, label, percent, from, to}; y: {digits, percent, label, from, to};
  //   bands: [{to, label}] shaded up to x; lines: [{y, label}]; diagonal; steps where a value stays until the next point;
  //   series: [{kind: line | points | bars, name, peak, points: [[x, y, text, link, low, high]]}], peak being a point's number.
  ratings.draw = (figure, spec) => {
    const toX = spec.x.type === "time" ? dayNumber : Number;
    const series = spec.series.map((each) => ({
      ...each,
      points: each.points.map(([x, y, text, link, low, high]) => ({ x: toX(x), y, text: text ?? String(x), link, low, high, base: 0 })),
    }));
    stack(series.filter(({ kind }) => kind === "bars"));
    const caption = element("figcaption", {}, spec.label);
    const legend = series.length > 1
      ? element("ul", { class: "legend" }, ...series.map(({ name }, at) => element("li", { class: `c${at}` }, name)))
      : null;
    const canvas = element("div", { class: "canvas" });
    drawn += 1;
    const told = element("p", { class: "hidden", id: `chart-${drawn}` }, series.map((each) => inWords(spec, each)).join(" "));
    figure.replaceChildren(...[legend, canvas, caption, told].filter(Boolean));
    let width = 0;
    new ResizeObserver(() => {
      if (canvas.clientWidth === width) return;
      width = canvas.clientWidth;
      if (width) plot(canvas, spec, series, width, canvas.clientHeight, told.id);
    }).observe(canvas);
  };

  // Bars at the same place are stacked.
  function stack(bars) {
    const height = new Map();
    for (const { points } of bars) {
      for (const point of points) {
        point.base = height.get(point.x) ?? 0;
        point.y += point.base;
        height.set(point.x, point.y);
      }
    }
  }

  function yText(spec, value) {
    return spec.y.percent ? `${+(100 * value).toFixed(1)}%` : ratings.points(value, spec.y.digits ?? 0);
  }

  // A series for people who can't see it; its points can also be read one by one.
  function inWords(spec, { name, points }) {
    if (!points.length) return `${name}: nothing.`;
    const value = ({ y, base, text }) => `${yText(spec, y - base)} (${text})`;
    const byHeight = [...points].sort((one, other) => one.y - one.base - other.y + other.base);
    return `${name}: ${points.length} points, from ${value(points[0])} to ${value(points.at(-1))}; `
      + `lowest ${value(byHeight[0])}, highest ${value(byHeight.at(-1))}.`;
  }

  function plot(canvas, spec, series, width, height, told) {
    const all = series.flatMap(({ points }) => points);
    if (!all.length) return;
    const inner = { right: width - MARGIN.right, bottom: height - MARGIN.bottom };
    const isCategory = spec.x.type === "category";
    const hasBars = series.some(({ kind }) => kind === "bars");
    const edge = isCategory || hasBars ? 0.6 : 0;
    const values = all.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]).concat((spec.lines ?? []).map(({ y }) => y));
    const xs = all.map(({ x }) => x);
    const domain = {
      left: spec.x.from ?? Math.min(...xs) - edge,
      right: spec.x.to ?? Math.max(...xs) + edge,
      low: spec.y.from ?? Math.min(...values),
      high: spec.y.to ?? Math.max(...values),
    };
    if (domain.left === domain.right) {
      const aside = spec.x.type === "time" ? 30 : 1;
      domain.left -= aside;
      domain.right += aside;
    }
    const pad = (domain.high - domain.low) * 0.08 || 10;
    if (spec.y.from === undefined) domain.low -= pad;
    if (spec.y.to === undefined) domain.high += pad;
    const x = (value) => MARGIN.left + ((value - domain.left) / (domain.right - domain.left)) * (inner.right - MARGIN.left);
    const y = (value) => inner.bottom - ((value - domain.low) / (domain.high - domain.low)) * (inner.bottom - MARGIN.top);
    const picture = svg("svg", {
      viewBox: `0 0 ${width} ${height}`, width, height, tabindex: 0, role: "group", "aria-roledescription": "chart", "aria-describedby": told,
      "aria-label": `${spec.label}. Arrow keys move along the points${all.some(({ link }) => link) ? ", Enter opens one" : ""}.`,
    });

    for (const band of spec.bands ?? []) {
      const to = Math.min(x(dayNumber(band.to)), inner.right);
      if (to <= MARGIN.left) continue;
      picture.append(svg("rect", { class: "band", x: MARGIN.left, y: MARGIN.top, width: to - MARGIN.left, height: inner.bottom - MARGIN.top }));
      if (to - MARGIN.left > 6.5 * band.label.length) picture.append(svg("text", { class: "note", x: MARGIN.left, y: MARGIN.top - 6 }, band.label));
    }
    for (const tick of niceTicks(domain.low, domain.high, Math.max(3, height / 55), spec.y.percent ? 0 : 10 ** -(spec.y.digits ?? 0))) {
      picture.append(
        svg("path", { class: "grid", d: `M${MARGIN.left} ${y(tick)}H${inner.right}` }),
        svg("text", { class: "tick", x: MARGIN.left - 8, y: y(tick) + 4, "text-anchor": "end" }, yText(spec, tick)),
      );
    }
    for (const { at, text } of xTicks(spec, domain, width)) {
      picture.append(
        svg("path", { class: "axis", d: `M${x(at)} ${inner.bottom}v4` }),
        svg("text", { class: "tick", x: x(at), y: inner.bottom + 17, "text-anchor": "middle" }, text),
      );
    }
    picture.append(svg("path", { class: "axis", d: `M${MARGIN.left} ${inner.bottom}H${inner.right}` }));
    if (spec.y.label) picture.append(svg("text", { class: "note", x: 0, y: 11 }, spec.y.label));
    if (spec.x.label) picture.append(svg("text", { class: "note", x: inner.right, y: height - 1, "text-anchor": "end" }, spec.x.label));
    for (const line of spec.lines ?? []) picture.append(svg("path", { class: "reference", d: `M${MARGIN.left} ${y(line.y)}H${inner.right}` }));
    if (spec.diagonal) picture.append(svg("path", { class: "reference", d: `M${x(domain.left)} ${y(domain.low)}L${x(domain.right)} ${y(domain.high)}` }));

    const path = (turns) => turns.map((point, number) => {
      const [left, top] = [x(point.x).toFixed(1), y(point.y).toFixed(1)];
      return !number ? `M${left} ${top}` : spec.steps ? `H${left}V${top}` : `L${left} ${top}`;
    }).join("");
    const barWidth = Math.min(48, Math.max(1, (inner.right - MARGIN.left) / (domain.right - domain.left) - 1));
    series.forEach(({ kind = "line", points, peak }, at) => {
      const group = svg("g", { class: `series c${at}` });
      if (kind === "line") {
        // of several games on a day the last, else a tournament would be a spike
        const turns = points.filter((point, number) => number === peak || point.x !== points[number + 1]?.x);
        group.append(svg("path", { class: "line", d: path(turns) }));
        if (points.length === 1) group.append(svg("circle", { class: "dot", cx: x(points[0].x), cy: y(points[0].y), r: 3 }));
      }
      for (const point of kind === "bars" ? points : []) {
        group.append(svg("rect", { class: "column", x: x(point.x) - barWidth / 2, y: y(point.y), width: barWidth, height: y(point.base) - y(point.y) }));
      }
      for (const point of kind === "points" ? points : []) {
        if (point.low !== undefined) group.append(svg("path", { class: "whisker", d: `M${x(point.x)} ${y(point.low)}V${y(point.high)}` }));
        group.append(svg("circle", { class: "dot", cx: x(point.x), cy: y(point.y), r: 5 }));
      }
      if (peak !== undefined) {
        const { x: day, y: value } = points[peak];
        const anchor = x(day) > inner.right - 60 ? "end" : x(day) < MARGIN.left + 60 ? "start" : "middle";
        // of two that would lie upon each other the lower one goes below its point
        const isCrowded = series.some(({ points: others, peak: other }, each) => each !== at && other !== undefined
          && Math.abs(x(others[other].x) - x(day)) < 80 && Math.abs(y(others[other].y) - y(value)) < 60
          && (others[other].y > value || (others[other].y === value && each < at)));
        group.append(
          svg("circle", { class: "peak", cx: x(day), cy: y(value), r: 5.5 }),
          svg("text", { class: "peak-label", x: x(day), y: y(value) + (isCrowded ? 21 : -11), "text-anchor": anchor }, `peak ${yText(spec, value)}`),
        );
      }
      picture.append(group);
    });
    canvas.replaceChildren(picture);
    explore(canvas, picture, spec, series, x, y, width);
  }

  function xTicks(spec, domain, width) {
    const most = width / 64;
    if (spec.x.type === "time") return timeTicks(domain.left, domain.right, most);
    if (spec.x.type === "category") return spec.x.values.map((text, at) => ({ at, text }));
    if (spec.x.percent) return niceTicks(domain.left, domain.right, most).map((at) => ({ at, text: `${Math.round(100 * at)}%` }));
    return niceTicks(domain.left, domain.right, most, 1).map((at) => ({ at, text: String(at) }));
  }

  // Pointer and arrow keys show the nearest point in words.
  function explore(canvas, picture, spec, series, x, y, width) {
    const tip = element("div", { class: "tip", role: "status", hidden: true });
    const ring = svg("circle", { class: "ring", r: 5, visibility: "hidden" });
    picture.append(ring);
    canvas.append(tip);
    let at = null;

    function show(line, number) {
      at = { line, number };
      const point = series[line].points[number];
      const left = x(point.x);
      for (const [name, value] of Object.entries({ cx: left, cy: y(point.y), visibility: "visible" })) ring.setAttribute(name, value);
      const value = spec.y.percent || !point.base ? yText(spec, point.y) : yText(spec, point.y - point.base);
      tip.replaceChildren(
        element("strong", {}, series.length > 1 ? `${series[line].name} ${value}` : value),
        element("span", {}, point.text),
      );
      tip.hidden = false;
      tip.style.left = `${Math.max(0, Math.min(left - tip.offsetWidth / 2, width - tip.offsetWidth))}px`;
      tip.style.top = `${y(point.y) > tip.offsetHeight + 16 ? y(point.y) - tip.offsetHeight - 12 : y(point.y) + 14}px`;
    }

    function hide() {
      at = null;
      tip.hidden = true;
      ring.setAttribute("visibility", "hidden");
    }

    function nearest(event) {
      const box = picture.getBoundingClientRect();
      let best = null;
      series.forEach(({ points }, line) => points.forEach((point, number) => {
        const distance = Math.abs(x(point.x) - event.clientX + box.left) + 0.3 * Math.abs(y(point.y) - event.clientY + box.top);
        if (!best || distance < best.distance) best = { line, number, distance };
      }));
      return best;
    }

    function open() {
      const link = at && series[at.line].points[at.number].link;
      if (link) location.href = link;
    }

    picture.addEventListener("pointermove", (event) => {
      const { line, number } = nearest(event);
      show(line, number);
      picture.classList.toggle("opens", Boolean(series[line].points[number].link));
    });
    picture.addEventListener("pointerleave", hide);
    picture.addEventListener("blur", hide);
    picture.addEventListener("click", (event) => {
      if (event.pointerType !== "touch") open(); // a finger only looks
    });
    picture.addEventListener("keydown", (event) => {
      const { line, number } = at ?? { line: 0, number: series[0].points.length - 1 };
      const last = series[line].points.length - 1;
      const moves = { ArrowLeft: Math.max(0, number - (at ? 1 : 0)), ArrowRight: Math.min(last, number + 1), Home: 0, End: last };
      if (event.key in moves) show(line, moves[event.key]);
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        const other = (line + (event.key === "ArrowUp" ? series.length - 1 : 1)) % series.length;
        show(other, Math.min(number, series[other].points.length - 1));
      } else if (event.key === "Enter") open();
      else if (event.key === "Escape") hide();
      else return;
      event.preventDefault();
    });
  }

  // A player's rating after each game of one list, as a series of a chart.
  ratings.ratingSeries = (chunk, list, player, names) => {
    const games = ratings.rows(chunk.games);
    const booked = chunk.ratings[list.slug] ? ratings.rows(chunk.ratings[list.slug]) : [];
    const peakGame = chunk.peaks[list.slug];
    const peak = booked.findIndex(({ game }) => game === peakGame);
    return {
      name: player.name,
      peak: peak >= 0 ? peak : undefined,
      points: booked.map(({ game: number, before, after }) => {
        const game = games[number];
        const other = names.players.get(game.black === player.slug ? game.white : game.black);
        const text = `${ratings.signed(after - before, list.digits)} on ${game.day} against ${other.name}`;
        return [game.day, after, text, ratings.gameLink(game)];
      }),
    };
  };

  ratings.ratingChart = (figure, list, label, series) => ratings.draw(figure, {
    label,
    x: { type: "time" },
    y: { digits: list.digits },
    steps: true,
    bands: list.peak_from ? [{ to: list.peak_from, label: `burn-in, before ${list.peak_from.slice(0, 4)}` }] : [],
    series,
  });

  for (const figure of document.querySelectorAll("figure[data-chart]")) {
    ratings.draw(figure, JSON.parse(figure.querySelector("script").textContent));
  }
}
