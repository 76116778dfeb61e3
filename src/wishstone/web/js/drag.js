// Drag and drop: dragging is a tap on what is picked up, and one on the place where it is dropped.
// What can be dragged has `data-drag`: `choose` is tapped when it is picked up, `take` when it is dropped; `put` is
// told where it is dropped, if that is one of the places in its `data-to`. What something can be dropped on is whatever
// can be tapped, places, and regions with `data-drop`: `self`, the name of a place, or what is tapped there for it.

const AWAY = 8; // pixels until a tap is a drag

/** @param {HTMLElement} root @returns {() => void} what ends it */
export function dragging(root) {
  /** @type {{id: number, source: HTMLElement, x: number, y: number, ghost: HTMLElement | null} | null} */
  let held = null;

  /** @param {PointerEvent} event */
  const down = (event) => {
    const source = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-drag]"));
    if (source && event.isPrimary && event.button === 0)
      held = { id: event.pointerId, source, x: event.clientX, y: event.clientY, ghost: null };
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (held?.id !== event.pointerId) return;
    const dx = event.clientX - held.x,
      dy = event.clientY - held.y;
    if (!held.ghost && (Math.hypot(dx, dy) < AWAY || !lift())) return;
    if (!held.ghost) return;
    held.ghost.style.translate = `${dx}px ${dy}px`;
    mark(goal(event.clientX, event.clientY));
  };

  /** Pick it up: choose it, and let a picture of it follow the finger. Whether that could be done. */
  function lift() {
    if (!held) return false;
    const { source, id } = held;
    if (source.dataset.drag === "choose" && source.ariaPressed !== "true") source.click();
    if (!source.isConnected || (source.dataset.drag === "choose" && source.ariaPressed !== "true"))
      return ((held = null), false);
    const { left, top, width, height } = source.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (source.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.inert = true;
    for (const [name, value] of Object.entries({ left, top, width, height }))
      ghost.style.setProperty(name, `${value}px`);
    ghost.style.setProperty("--w", `${width}px`);
    document.body.append(ghost);
    held.ghost = ghost;
    source.classList.add("lifted");
    root.setPointerCapture(id);
    return true;
  }

  /**
   * What would be tapped there.
   * @param {number} x
   * @param {number} y
   * @returns {HTMLElement | null}
   */
  function goal(x, y) {
    const at = document.elementFromPoint(x, y);
    if (!held || !at || !root.contains(at) || held.source.contains(at)) return null;
    const { source } = held,
      region = /** @type {HTMLElement | null} */ (at.closest("[data-drop]")),
      drop = region?.dataset.drop;
    if (source.dataset.drag === "put")
      return source.dataset.to?.split("|").includes(drop ?? "") && source.isConnected ? region : null;
    if (source.dataset.drag === "take") return drop === "self" && source.isConnected ? source : null;
    const place = /** @type {HTMLElement | null} */ (
      at.closest("button:not([data-drag], [aria-expanded]), button.lit, [data-try]")
    );
    return place ?? (drop && drop !== "self" ? root.querySelector(drop) : null);
  }

  /** @param {HTMLElement | null} place */
  function mark(place) {
    for (const old of root.querySelectorAll(".over-it")) if (old !== place) old.classList.remove("over-it");
    place?.classList.add("over-it");
  }

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (held?.id !== event.pointerId) return;
    const { source, ghost } = held,
      place = ghost && event.type === "pointerup" ? goal(event.clientX, event.clientY) : null;
    held = null;
    if (!ghost) return;
    mark(null);
    ghost.remove();
    source.classList.remove("lifted");
    if (place && source.dataset.drag === "put")
      source.dispatchEvent(new CustomEvent("put", { detail: place.dataset.drop }));
    else if (place) place.click();
    else if (source.ariaPressed === "true") source.click();
  };

  const listening = new AbortController(),
    { signal } = listening;
  root.addEventListener("pointerdown", down, { signal });
  addEventListener("pointermove", move, { signal });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, /** @type {any} */ (up), { signal });
  return () => {
    listening.abort();
    held?.ghost?.remove();
  };
}
