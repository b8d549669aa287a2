"use strict";
// What every page shares: loading data, making elements, the search, sortable and long tables, the theme.

const ratings = (() => {
  const { root, version, loads } = document.documentElement.dataset;
  const asked = new Map();
  const arrived = new Map();

  // Data comes as scripts that call receive(): pages opened from a disk may load nothing else.
  // Names of players, events and lists, and what an address says, are looked up in their parts: these have no name of
  // their own, as every other object has `constructor`.
  function receive(key, value) {
    for (const part of Object.values(value)) if (part && !Array.isArray(part)) Object.setPrototypeOf(part, null);
    arrived.get(key)(value);
  }

  function load(key) {
    const kind = /^(index|facets|games(?=\/\d{1,4}$)|players(?=\/[\w-]+$))/.exec(key)?.[0];
    // A page says what it reads (the project's exposures are compared with that), so it gets nothing else.
    if (!loads.split(" ").includes(kind)) return Promise.reject(new Error(`no data: ${key}`));
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
        players: new Map(index.players.map(([slug, name, second, isJapanese, keys, first, last]) =>
          [slug, { slug, name, second, isJapanese, keys, first, last }])),
        rules: new Map(index.reasons),
        fold: folder(index.folding),
      };
    }
    return names;
  }

  // What the warehouse's function search_key does: spellings of one name become the same.
  function folder({ old, new: now, sounds }) {
    const renewed = new Map([...old].map((character, at) => [character, [...now][at] ?? ""]));
    const rules = sounds.map(([sound, hepburn]) => [new RegExp(sound, "gu"), hepburn.replaceAll("\\", "$")]);
    return (text) => {
      // each character by itself: the case of a Greek letter doesn't depend on its place
      const plain = [...text.normalize("NFC")].map((character) => character.toLowerCase()).join("")
        .normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
      const key = [...plain].map((character) => renewed.get(character) ?? character).join("");
      return rules.reduce((folded, [sound, hepburn]) => folded.replace(sound, hepburn), key);
    };
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

const OFFERED = 12;

// How well one of a player's spellings answers a folded query: 3 equal, 2 begins with it, 1 contains it, 0 no match.
ratings.match = ({ keys }, query) => Math.max(...keys.map((key) =>
  (key === query ? 3 : key.startsWith(query) ? 2 : key.includes(query) ? 1 : 0)));

// As marts.find_player answers: best first, then those who played last.
ratings.find = ({ players, fold }, text) => {
  const query = fold(text);
  if (!query) return [];
  return [...players.values()].map((player) => ({ player, score: ratings.match(player, query) })).filter(({ score }) => score)
    .sort((one, other) => other.score - one.score || (other.player.last ?? "").localeCompare(one.player.last ?? "")
      || (one.player.slug < other.player.slug ? -1 : 1))
    .map(({ player }) => player);
};

// An input that offers players as the user types; `choose` gets the one chosen.
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
      const years = player.first ? element("span", { class: "span" }, `${player.first}–${player.last.slice(0, 4)}`) : null;
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
    show(ratings.find(await ratings.loadNames(), input.value).slice(0, OFFERED));
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
  const lines = [...document.querySelectorAll("tr[data-player]")];
  const narrow = async () => {
    const names = await ratings.loadNames();
    const isAsked = Boolean(names.fold(input.value));
    const found = new Set(ratings.find(names, input.value).map(({ slug }) => slug));
    for (const line of lines) line.hidden = isAsked && !found.has(line.dataset.player);
    input.form.querySelector("output").textContent = isAsked ? `${found.size} found` : "";
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
