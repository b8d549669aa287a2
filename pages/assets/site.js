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
    const kind = /^(index|facets|chances|games(?=\/\d{1,4}$)|(?:boards|players)(?=\/[\w-]+$))/.exec(key)?.[0];
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
        players: new Map(index.players.map(([slug, name, second, isJapanese, keys, further, first, last]) =>
          [slug, { slug, name, second, isJapanese, keys, further, first, last }])),
        rules: new Map(index.reasons),
        fold: folder(index.folding),
        respell: respeller(index.folding),
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

  // A text as other spellings of the same: with one form of each character, with kana in Latin letters (as readings.py).
  function respeller({ forms, kana }) {
    const syllable = new RegExp(Object.keys(kana).sort((one, other) => other.length - one.length).join("|"), "g");
    const oneForm = (text) => [...text].map((character) => forms[character] ?? character).join("");
    const inLatin = (text) => [...text.normalize("NFKC")]
      .map((character) => (/[\u30a1-\u30f6]/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0x60) : character)).join("")
      .replace(syllable, (each) => kana[each])
      .replace(/っ([a-z])/g, "$1$1").replaceAll("っ", "");
    return (text) => [oneForm(text), ...(/[\u3041-\u30fa\uff66-\uff9d]/.test(text) ? [inLatin(text)] : [])];
  }

  // A table by columns (see packed in chunks.py) as objects.
  function rows({ columns, number, cells }) {
    const read = cells.map(({ all, after, of, at }) => (
      of ? (row) => of[at ? at[row] : 0] : after === undefined ? (row) => all[row] : (row) => after + all[row]));
    return Array.from({ length: number }, (_, row) => Object.fromEntries(columns.map((column, each) => [column, read[each](row)])));
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

  // What people read for a code of a kind, once the names are loaded (as words.py).
  function word(code, kind) {
    const before = kind === "reason" && /^before_(\d{4})$/.exec(code);
    if (before) return `before ${before[1]}`;
    return Object.hasOwn(names.words[kind], code) ? names.words[kind][code] : code.replaceAll("_", " ");
  }

  function points(value, digits = 0) {
    return value.toFixed(digits).replace("-", "−");
  }

  function signed(value, digits = 0) {
    const text = points(Math.abs(value), digits);
    return Number(text) === 0 ? "±0" : (value < 0 ? "−" : "+") + text;
  }

  return { root, receive, load, loadNames, rows, element, playerLink, nameParts, gameLink, countLink, stone, word, points, signed };
})();

// Search ---------------------------------------------------------------------------------------

const OFFERED = 12;
const EVENTS_OFFERED = 3; // where there are as many players as fit

// How well keys answer a folded query: 3 equal, 2 begins with it, 1 contains it, 0 no match.
ratings.match = (keys, query) => Math.max(0, ...keys.map((key) =>
  (key === query ? 3 : key.startsWith(query) ? 2 : key.includes(query) ? 1 : 0)));

// Korean names are in Latin letters by many customs: 이 is Lee, Yi or I. What is left of them, and of the official
// letters of what is typed, when sounds that the customs confuse are one.
ratings.koreanSound = (() => {
  const FIRST = "g kk n d tt r m b pp s ss . j jj ch k t p h".split(" ");
  const VOWEL = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
  const LAST = ". k k k n n n t l k m l l l p l m p p t t ng t t k t p h".split(" ");
  const inLatin = (text) => [...text.normalize("NFC")].map((each) => {
    const number = each.charCodeAt(0) - 0xac00;
    if (number < 0 || number >= 11172) return each;
    return [FIRST[Math.floor(number / 588)], VOWEL[Math.floor(number / 28) % 21], LAST[number % 28]].join("").replaceAll(".", "");
  }).join("");
  const rough = (latin) => latin.toLowerCase().replace(/[^a-z]/g, "").replace(/^(?:[lr](?=i|ee)|y(?=i))/, "")
    .replaceAll("ee", "i").replace(/oo|e[ou]/g, "u").replaceAll("ae", "e").replace(/o[ei]/g, "o").replace(/oh(?![aeiou])/g, "o")
    .replaceAll("ark", "ak").replaceAll("wu", "u").replaceAll("sh", "s").replace(/ch|j/g, "c")
    .replaceAll("g", "k").replaceAll("d", "t").replaceAll("b", "p").replaceAll("r", "l").replace(/(.)\1+/g, "$1");
  return (text) => rough(inLatin(text));
})();

// As marts.find_player answers: best first, then those who played last. After them those whom other characters or
// another script would find.
ratings.find = ({ players, fold, respell }, text) => {
  const query = fold(text);
  if (!query) return [];
  const typed = text.trim();
  const queries = new Set([query, ...respell(text).map(fold)].filter(Boolean));
  // kana write a Korean name's last consonants with a u: パク is Pak
  const asKorean = /^[\u3041-\u30fc・\s]+$/.test(typed) ? respell(text).at(-1).replace(/([kgsmrp])u/g, "$1") : typed;
  const sound = /[\uac00-\ud7a3]{2}/.test(text) || asKorean !== typed ? ratings.koreanSound(asKorean) : "";
  const score = ({ slug, name, second, keys, further }) => {
    const own = ratings.match(keys, query);
    if (own) return own + (own === 3 && [slug, name, second].includes(typed) ? 1 : 0);
    const other = Math.max(...[...queries].map((each) => ratings.match([...keys, ...further], each)));
    if (other) return other / 10;
    return sound.length > 2 && [second ?? "", name, ...keys].some((key) => ratings.koreanSound(key).startsWith(sound)) ? 0.01 : 0;
  };
  return [...players.values()].map((player) => ({ player, score: score(player) })).filter((found) => found.score)
    .sort((one, other) => other.score - one.score || (other.player.last ?? "").localeCompare(one.player.last ?? "")
      || (one.player.slug < other.player.slug ? -1 : 1))
    .map(({ player }) => player);
};

ratings.findEvents = ({ events, event_keys: keys, fold, respell }, text) => {
  const queries = new Set([fold(text), ...respell(text).map(fold)].filter(Boolean));
  return Object.keys(events).map((slug) => ({ slug, score: Math.max(0, ...[...queries].map((query) => ratings.match(keys[slug], query))) }))
    .filter(({ score }) => score)
    .sort((one, other) => other.score - one.score || events[one.slug].length - events[other.slug].length || (one.slug < other.slug ? -1 : 1))
    .map(({ slug }) => ({ slug, name: events[slug] }));
};

// An input that offers players as the user types, and events too if wanted; `choose` gets the one chosen.
ratings.combobox = (input, choose, { events = false } = {}) => {
  const { element } = ratings;
  const list = element("ul", { role: "listbox", id: `${input.id}-found`, "aria-label": events ? "Players and events found" : "Players found", hidden: true });
  const nothing = element("p", { class: "nothing", role: "status" });
  let options = [];
  let at = -1;
  input.after(list, nothing);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list",
  })) input.setAttribute(name, value);

  function show(found) {
    options = found;
    mark(-1);
    list.replaceChildren(...found.map((each, number) => {
      const aside = each.keys ? (each.first ? `${each.first}–${each.last.slice(0, 4)}` : null) : "event";
      const option = element("li", { role: "option", id: `${list.id}-${number}`, "aria-selected": "false" },
        element("span", {}, ...ratings.nameParts(each)), aside ? element("span", { class: "span" }, aside) : null);
      option.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(each);
      });
      return option;
    }));
    list.hidden = !found.length;
    nothing.textContent = "";
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

  function pick(one) {
    input.value = one.name;
    show([]);
    choose(one);
  }

  input.addEventListener("input", async () => {
    const names = await ratings.loadNames();
    const text = input.value;
    const found = ratings.find(names, text);
    const ofEvents = events ? ratings.findEvents(names, text) : [];
    const room = Math.min(ofEvents.length, Math.max(EVENTS_OFFERED, OFFERED - found.length));
    show([...found.slice(0, OFFERED - room), ...ofEvents.slice(0, room)]);
    if (text.trim() && !options.length) nothing.textContent = `Nothing here is called “${text.trim()}”. Try fewer letters or another script.`;
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
  ratings.combobox(input, ({ slug, keys }) => {
    location.href = `${ratings.root}${keys ? "players" : "events"}/${slug}.html`;
  }, { events: true });
}

// The page of all players: the search narrows the table.
for (const input of document.querySelectorAll('[data-search="table"]')) {
  const lines = [...document.querySelectorAll("tr[data-player]")];
  const narrow = async () => {
    const names = await ratings.loadNames();
    const isAsked = Boolean(names.fold(input.value));
    const found = new Set(ratings.find(names, input.value).map(({ slug }) => slug));
    for (const line of lines) line.hidden = isAsked && !found.has(line.dataset.player);
    input.form.querySelector("output").textContent = !isAsked ? "" : found.size ? `${found.size} found`
      : "No player here is called so. Try fewer letters or another script.";
    const events = isAsked ? ratings.findEvents(names, input.value) : [];
    const place = document.getElementById("events-found");
    place.replaceChildren(...events.slice(0, 30).map(({ slug, name }) =>
      ratings.element("li", {}, ratings.element("a", { href: `${ratings.root}events/${slug}.html` }, name))));
    place.parentElement.hidden = !events.length;
  };
  input.form.hidden = false;
  input.form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", narrow);
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  narrow();
}

// Tables ---------------------------------------------------------------------------------------

// The numbers of texts in order, which is that of numbers, days or words: what all that say something are. What says
// nothing comes last, whichever way.
ratings.order = (texts, direction) => {
  const number = (text) => {
    const found = /^[±+]?(-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)(?=$|[\s%s])/.exec(text.replace(/^−/, "-"));
    return found ? Number(found[1].replaceAll(",", "")) : Number.NaN;
  };
  const blank = texts.map((text) => text === "" || text === "–");
  const told = texts.filter((_, at) => !blank[at]);
  const isDay = told.every((text) => /^\d{4}(-\d\d){0,2}$/.test(text)) && told.some((text) => text.includes("-"));
  const isNumber = !isDay && told.every((text) => !Number.isNaN(number(text)));
  const keys = texts.map((text) => (isNumber ? number(text) : text));
  const compare = isNumber ? (one, other) => one - other
    : isDay ? (one, other) => (one < other ? -1 : one > other ? 1 : 0) : new Intl.Collator("ja", { numeric: true }).compare;
  return texts.map((_, at) => at).sort((one, other) => blank[one] - blank[other]
    || (blank[one] ? 0 : direction * compare(keys[one], keys[other])) || one - other);
};

// The numbers of a table lead to the games behind them. What they have in common the table says (data-games, a query),
// what belongs to a column its head, to a row the row; or the row has a key (data-row): the file that its first link leads
// to, or what its first cell says.
ratings.linkCounts = (table) => {
  const { element, root } = ratings;
  const heads = [...table.tHead.rows[0].cells].map((head) => head.dataset.games);
  const { games: ofTable, row: key } = table.dataset;
  for (const line of table.tBodies[0].rows) {
    const first = line.cells[0].tagName === "TH" ? line.cells[0] : line.querySelector("th");
    const page = first.querySelector("a")?.getAttribute("href").replace(/^.*\/|\.html$/g, "");
    const ofRow = line.dataset.games ?? (key ? `${key}=${page ?? first.textContent.trim()}` : "");
    heads.forEach((ofColumn, at) => {
      const cell = line.cells[at];
      if (ofColumn === undefined || !cell) return;
      const number = cell.textContent.trim();
      if (!/^[\d,]+$/.test(number)) return;
      const query = [ofTable, ofRow, ofColumn].filter(Boolean).join("&");
      cell.replaceChildren(number === "0" ? element("span", { class: "none" }, "0")
        : element("a", { class: "count", href: `${root}games.html?${query}` }, number));
    });
  }
};

ratings.prepareTables = (part) => {
  for (const table of part.querySelectorAll("table[data-games]")) ratings.linkCounts(table);
  for (const table of part.querySelectorAll("table[data-sortable]")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = ratings.element("button", { type: "button", class: "sort" }, ...head.childNodes);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const was = head.getAttribute("aria-sort");
        const first = head.classList.contains("n") && !("lowFirst" in head.dataset) ? -1 : 1;
        const direction = was ? (was === "ascending" ? -1 : 1) : first;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
        const lines = [...table.tBodies[0].rows];
        const order = ratings.order(lines.map((line) => {
          const cell = line.cells[head.cellIndex];
          return cell.dataset.sort ?? cell.textContent.trim();
        }), direction);
        table.tBodies[0].append(...order.map((number) => lines[number]));
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
}
