// Boot script, inlined into the page: colour theme, language, preloads for the address, a reload where files are gone.
// It runs before anything is fetched. What modules need of it is the global `wishstone` (globals.d.ts).

globalThis.wishstone = (() => {
  /** @type {Pick<Boot, "prefix" | "games"> & {imports: Record<string, string[]>}} */
  const { prefix, imports, games } = JSON.parse(document.getElementById("client")?.textContent || "{}");
  const html = document.documentElement;

  /**
   * What the browser keeps; nothing where it may keep nothing, or where that is damaged.
   * @param {string} name
   * @param {(text: string) => any} read
   */
  function kept(name, read = JSON.parse) {
    try {
      return read(localStorage.getItem(`wishstone.${name}`) ?? "null");
    } catch {
      return null;
    }
  }

  // ── Theme and language ───────────────────────────────────────────────────────────────────────────────────────

  const night = matchMedia("(prefers-color-scheme: dark)");
  const themeOf = (/** @type {string} */ text) => /^(light|dark)$/.exec(text)?.[0]; // written without quotes
  const showTheme = () => (html.dataset.theme = kept("theme", themeOf) ?? (night.matches ? "dark" : "light"));
  night.addEventListener("change", showTheme);
  showTheme();

  const isGerman = (/** @type {string} */ tag) => tag.toLowerCase().startsWith("de");
  const isEnglishFirst = (navigator.language || "en").toLowerCase().startsWith("en");
  html.lang = kept("language") || (navigator.languages.some(isGerman) && !isEnglishFirst ? "de" : "en");

  // ── Preloads ─────────────────────────────────────────────────────────────────────────────────────────────────

  const sentences = (/** @type {string} */ part) => `strings/${part}.${html.lang}.json`;
  const TABLE = ["forms.css", "table.css", "symbols-table.svg", sentences("table")];
  const LEARNING = ["learn.css", sentences("learn")];

  /**
   * What each page needs besides its modules: files of the client, answers of the server, those for a game, whose cover
   * is on it, whether it has a game's symbols, and whether a game is drawn.
   * @type {Record<string, {files: string[], answers?: string[], ofGame?: ((game: string) => string)[],
   *   covers?: (game: string) => string[], hasSymbols?: boolean, isDrawn?: boolean}>}
   */
  const PAGES = {
    start: { files: ["start.css"], answers: ["games"], covers: () => Object.keys(games) },
    "table-lists": { files: [] },
    choosing: { files: ["forms.css", sentences("choosing")] },
    table: { files: TABLE, isDrawn: true },
    gathering: { files: [sentences("dialogs")], covers: (game) => [game] },
    joining: { files: TABLE },
    lesson: { files: [...TABLE, ...LEARNING], ofGame: [(game) => `lessons/${game}`], isDrawn: true },
    replay: { files: [...TABLE, "after.css", sentences("after")], isDrawn: true },
    rules: {
      files: ["start.css", ...LEARNING, "symbols-table.svg"],
      ofGame: [(game) => `rules/${game}`],
      covers: (game) => [game],
      hasSymbols: true,
    },
    you: { files: ["start.css", "forms.css", sentences("you")] },
  };

  /** @type {Set<string>} */
  const fetched = new Set();
  const AS_DATA = { rel: "preload", as: "fetch", crossOrigin: "anonymous" };

  /** Have something fetched that will be asked for. @param {string} path @param {Record<string, string>} how */
  function fetchSoon(path, how) {
    if (fetched.has(path)) return;
    fetched.add(path);
    document.head.append(Object.assign(document.createElement("link"), { ...how, href: path }));
  }

  /**
   * A file of the client, with all that it imports, which otherwise would be found one after the other.
   * @param {string} name
   */
  function fetchFile(name) {
    const path = `${prefix}/${name}`,
      kind = name.slice(name.lastIndexOf("."));
    if (fetched.has(path)) return;
    fetchSoon(
      path,
      kind === ".js" ? { rel: "modulepreload" } : kind === ".css" ? { rel: "preload", as: "style" } : AS_DATA,
    );
    imports[name]?.forEach(fetchFile);
  }

  /**
   * A file of a game, if it has such a one; whether it has.
   * @param {string} game
   * @param {string} name
   */
  function fetchOwn(game, name) {
    const isThere = games[game].files.includes(name);
    if (isThere) fetchFile(`games/${game}/${name}`);
    return isThere;
  }

  /** The cover of a game. @param {string} game */
  function fetchCover(game) {
    fetchOwn(game, `${game}.cover.js`);
    fetchOwn(game, `${game}.cover.svg`);
  }

  /** All symbols of a game. @param {string} game */
  function fetchSymbols(game) {
    fetchOwn(game, `${game}.cover.svg`);
    fetchOwn(game, `${game}.svg`);
  }

  /** What a game is drawn with, or the generic picture. @param {string} game */
  function fetchPicture(game) {
    fetchFile("js/kit.js");
    fetchSymbols(game);
    if (!fetchOwn(game, `${game}.${html.lang}.json`)) fetchOwn(game, `${game}.en.json`);
    if (fetchOwn(game, `${game}.js`)) fetchOwn(game, `${game}.css`);
    else ["js/generic-picture.js", "generic.css", sentences("generic")].forEach(fetchFile);
  }

  /**
   * Have everything fetched at once that a page needs, with what its game is drawn with where that is known.
   * @param {string} page the name of its module
   * @param {string} [game]
   */
  function preload(page, game = "") {
    const { files, answers = [], ofGame = [], covers = () => [], hasSymbols, isDrawn } = PAGES[page];
    files.forEach(fetchFile);
    fetchFile(`js/${page}.js`);
    answers.forEach((each) => fetchSoon(`/api/${each}`, AS_DATA));
    covers(game)
      .filter((each) => each in games)
      .forEach(fetchCover);
    if (!(game in games)) return;
    ofGame.forEach((each) => fetchSoon(`/api/${each(game)}`, AS_DATA));
    if (hasSymbols) fetchSymbols(game);
    if (!isDrawn) return;
    fetchSoon(`/api/words/${game}?language=${html.lang}`, AS_DATA);
    fetchPicture(game);
  }

  /** What the page of an address needs. @param {Location} where */
  function preloadPage({ pathname, hash }) {
    const [, place = "", what = ""] = pathname.split("/"),
      table = (kept("tables") ?? {})[what];
    fetchFile("symbols.svg");
    fetchFile(sentences("start"));
    fetchFile("js/main.js");
    if (place === "") preload("start");
    else if (place === "t") {
      fetchFile("js/pictures.js");
      const isIn = table || /[#&](seat|watch)=/.test(hash);
      preload(isIn ? "table" : "joining", table?.game);
    } else if (place === "learn") preload("lesson", what);
    else if (place === "replay") preload("replay", table?.game);
    else if (place in PAGES) preload(place, what);
  }

  // ── Files that are gone ──────────────────────────────────────────────────────────────────────────────────────

  const ONCE = 60000; // milliseconds in which a version starts anew only once, so that it is no loop
  const RESTARTS = "wishstone.restarts";

  /** Whether the page may start anew. Where the browser does not remember that it has, it may not. */
  function mayRestart() {
    try {
      const restarts = JSON.parse(sessionStorage.getItem(RESTARTS) ?? "{}"),
        now = Date.now();
      if (now - (restarts[prefix] ?? 0) < ONCE) return false;
      sessionStorage.setItem(RESTARTS, JSON.stringify({ ...restarts, [prefix]: now }));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * After a file of the client could not be had: start anew if the server answers, since it has another version by now
   * (or the connection broke off). Whether it does; rejected where nobody answers.
   */
  async function recover() {
    await fetch(`${prefix}/js/main.js`, { method: "HEAD", cache: "no-store" });
    if (!mayRestart()) return false;
    dispatchEvent(new Event("restart")); // who has begun something can keep it
    location.reload();
    return true;
  }

  const BROKEN = {
    en: ["This page could not be loaded.", "Try again"],
    de: ["Diese Seite ließ sich nicht laden.", "Noch einmal versuchen"],
  };

  /** Say that there is no page, where not even its first module is there. */
  function giveUp() {
    const [text, again] = html.lang === "de" ? BROKEN.de : BROKEN.en,
      link = Object.assign(document.createElement("a"), { href: location.href, textContent: again });
    document.getElementById("page")?.replaceChildren(text, " ", link);
  }

  /** Of a script or a stylesheet that the page itself names. @param {Event} event */
  function failed({ target }) {
    const isScript = target instanceof HTMLScriptElement,
      isNeeded = isScript || (target instanceof HTMLLinkElement && target.rel === "stylesheet");
    if (!isNeeded) return;
    const told = () => isScript && giveUp();
    recover().then((isUnderWay) => isUnderWay || told(), told);
  }

  addEventListener("error", failed, true);
  addEventListener("DOMContentLoaded", () => removeEventListener("error", failed, true)); // then modules see to it
  preloadPage(location);
  return { prefix, games, preload, recover };
})();
