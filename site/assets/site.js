"use strict";
// What every page shares: loading data, making elements, the search, sortable and long tables, the theme.

const ratings = (() => {
  const { root, version } = document.documentElement.dataset;
  const asked = new Map();
  const arrived = new Map();

  // Data comes as scripts that call receive(): pages opened from a disk may load nothing else.
  function receive(key, value) {
    arrived.get(key)(value);
  }

  function load(key) {
    if (!/^(index|facets|games\/\d{1,4}|players\/[\w-]+)$/.test(key)) return Promise.reject(new Error(`no data: ${key}`));
    if (!asked.has(key)) {
      asked.set(key, new Promise((resolve, reject) => {
        arrived.set(key, resolve);
        const script = element("script", { src: `${root}data/${key}.js?v=${version}` });
        script.onerror = () => reject(new Error(`no data: ${key}`));
        document.head.append(script);
      }));
    }
    return asked.get(key);
  }

  let names;
  async function loadNames() {
    if (!names) {
      const index = await load("index");
      names = {
        ...index,
        players: new Map(index.players.map(([slug, name, second, isJapanese, spellings, first, last]) =>
          [slug, { slug, name, second, isJapanese, spellings, first, last }])),
        rules: new Map(index.reasons),
      };
    }
    return names;
  }

  // A table of columns and rows as objects.
  function rows({ columns, rows: all }) {
    return all.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at]])));
  }

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  function playerLink(player) {
    return element("a", { class: "name", href: `${root}players/${player.slug}.html` }, ...nameParts(player));
  }

  function nameParts(player) {
    const parts = [element("span", { lang: player.isJapanese ? "ja" : null }, player.name)];
    if (player.second) parts.push(" ", element("small", {}, player.second));
    return parts;
  }

  function gameLink(game) {
    return `${root}game.html?${new URLSearchParams({ year: game.year, id: game.id })}`;
  }

  function countLink(games, query) {
    if (!games) return element("span", { class: "none" }, "0");
    return element("a", { class: "count", href: `${root}games.html?${new URLSearchParams(query)}` }, games.toLocaleString("en"));
  }

  function stone(colour) {
    return element("span", { class: `stone ${colour}`, "aria-hidden": "true" });
  }

  function words(code) {
    return code.replaceAll("_", " ");
  }

  function points(value, digits = 0) {
    return value.toFixed(digits).replace("-", "−");
  }

  function signed(value, digits = 0) {
    const text = points(Math.abs(value), digits);
    return Number(text) === 0 ? "±0" : (value < 0 ? "−" : "+") + text;
  }

  return { root, receive, load, loadNames, rows, element, playerLink, nameParts, gameLink, countLink, stone, words, points, signed };
})();

// Search ---------------------------------------------------------------------------------------

// One spelling for all: kana as hiragana, letters without macrons and case, long vowels short.
ratings.fold = (text) => text
  .normalize("NFKC").toLowerCase()
  .normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
  .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
  .replace(/['’ー.-]/g, "")
  .replace(/o[ou]|oh(?![aeiouy])/g, "o").replace(/uu/g, "u").replace(/m(?=[bmp])/g, "n")
  .replace(/[\s・,]+/g, " ").trim();

// How well a name answers a folded query: 0 not at all, 3 best.
ratings.match = (spelling, query) => {
  const name = ratings.fold(spelling);
  if (name.startsWith(query)) return 3;
  const parts = name.split(" ");
  if (query.split(" ").every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  const joined = query.replaceAll(" ", "");
  return (joined.length > 2 || /[^\u0000-\u024f]/.test(joined)) && name.replaceAll(" ", "").includes(joined) ? 1 : 0;
};

ratings.find = (players, text, limit) => {
  const query = ratings.fold(text);
  if (!query) return [];
  const found = [];
  for (const player of players) {
    const score = Math.max(...[player.name, ...player.spellings].map((spelling) => ratings.match(spelling, query)));
    if (score) found.push({ player, score });
  }
  return found.sort((one, other) => other.score - one.score).slice(0, limit).map(({ player }) => player);
};

// An input that offers players as one types; `choose` is told which.
ratings.combobox = (input, choose) => {
  const { element } = ratings;
  const list = element("ul", { role: "listbox", id: `${input.id}-found`, "aria-label": "Players found", hidden: true });
  let options = [];
  let at = -1;
  input.after(list);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list",
  })) input.setAttribute(name, value);

  function show(players) {
    options = players;
    mark(-1);
    list.replaceChildren(...players.map((player, number) => {
      const years = player.first ? element("span", { class: "span" }, `${player.first}–${player.last}`) : null;
      const option = element("li", { role: "option", id: `${list.id}-${number}`, "aria-selected": "false" },
        element("span", {}, ...ratings.nameParts(player)), years);
      option.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(player);
      });
      return option;
    }));
    list.hidden = !players.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
  }

  function mark(number) {
    at = number;
    [...list.children].forEach((option, each) => option.setAttribute("aria-selected", String(each === at)));
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", list.children[at].id);
      list.children[at].scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function pick(player) {
    input.value = player.name;
    show([]);
    choose(player);
  }

  input.addEventListener("input", async () => {
    const { players } = await ratings.loadNames();
    show(ratings.find(players.values(), input.value, 12));
  });
  input.addEventListener("focus", () => ratings.loadNames());
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // Enter and arrows belong to the input method
    if (event.key === "ArrowDown" && options.length) mark((at + 1) % options.length);
    else if (event.key === "ArrowUp" && options.length) mark((at + options.length - 1) % options.length);
    else if (event.key === "Enter" && (at >= 0 || options.length === 1)) pick(options[Math.max(at, 0)]);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
};

for (const input of document.querySelectorAll('[data-search="page"]')) {
  ratings.combobox(input, (player) => {
    location.href = `${ratings.root}players/${player.slug}.html`;
  });
}

// The page of all players: the search narrows the table.
for (const input of document.querySelectorAll('[data-search="table"]')) {
  const lines = [...document.querySelectorAll("tr[data-names]")];
  const narrow = () => {
    const query = ratings.fold(input.value);
    for (const line of lines) {
      line.hidden = Boolean(query) && !line.dataset.names.split("|").some((name) => ratings.match(name, query));
    }
    const left = lines.filter((line) => !line.hidden).length;
    input.form.querySelector("output").textContent = query ? `${left} found` : "";
  };
  input.form.hidden = false;
  input.form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", narrow);
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  narrow();
}

// Tables ---------------------------------------------------------------------------------------

ratings.prepareTables = (part) => {
  for (const table of part.querySelectorAll("table[data-sortable]")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = ratings.element("button", { type: "button", class: "sort" }, ...head.childNodes);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const isNumber = head.classList.contains("n");
        const was = head.getAttribute("aria-sort");
        const direction = was ? (was === "ascending" ? -1 : 1) : isNumber ? -1 : 1;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
        const key = (line) => {
          const cell = line.cells[head.cellIndex];
          const text = cell.dataset.sort ?? cell.textContent.trim();
          if (!isNumber || /^\d{4}-\d\d/.test(text)) return text;
          const number = Number.parseFloat(text.replaceAll(",", "").replace("−", "-").replace("±", ""));
          return Number.isNaN(number) ? -Infinity : number;
        };
        const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
        const lines = [...table.tBodies[0].rows].map((line) => [key(line), line]);
        lines.sort(([one], [other]) => direction * (typeof one === "string" ? one.localeCompare(other, "ja") : compare(one, other)));
        table.tBodies[0].append(...lines.map(([, line]) => line));
      });
    }
  }
  for (const table of part.querySelectorAll("table.long")) {
    const all = table.tBodies[0].rows.length;
    if (all <= 20) continue;
    table.classList.add("cut");
    const button = ratings.element("button", { type: "button", class: "button" }, `Show all ${all.toLocaleString("en")}`);
    button.addEventListener("click", () => {
      table.classList.remove("cut");
      button.remove();
    });
    (table.closest(".scroll") ?? table).after(button);
  }
};
ratings.prepareTables(document);

// Theme and place ------------------------------------------------------------------------------

{
  const button = document.querySelector("button.theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const page = document.documentElement;
    const isDark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", page.dataset.theme);
    } catch {
      // no storage: for this page only
    }
  });

  const here = location.href.split(/[?#]/)[0];
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.href !== here) continue;
    link.setAttribute("aria-current", "page");
    link.closest("nav").scrollLeft = link.offsetLeft - 20; // on a phone not every link fits
  }
}
