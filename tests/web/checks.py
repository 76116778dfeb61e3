"""Screen checks: text that fits, targets that a thumb can hit, nothing that axe-core finds."""

from __future__ import annotations

import re
from typing import Any

from tests.web.browser import ROOT, Guest

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
THUMB = 44  # px, at least, for what is tapped on a phone

# Text that does not fit: an element cuts off what is in it, it lies beyond the edge of the page or of its panel, or it
# fills its button to the rim. What only reads aloud has no size and is left out; so is what one can scroll to.
UNFIT = """() => {
  const found = new Set(), range = document.createRange(), texts = document.createTreeWalker(document.body, 4);
  const told = (element) => {
    const name = element.className.baseVal ?? element.className;
    return `<${element.localName} class="${name}"> ${element.textContent.trim().slice(0, 60)}`;
  };
  const cuts = /hidden|clip/, scrolls = /auto|scroll/;
  const check = (element, text) => {
    let edge = innerWidth;
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each), box = each.getBoundingClientRect();
      if (box.width < 2 || style.textOverflow === "ellipsis" && each.matches(".name")) return; // as long as one likes
      const { overflowX: across, overflowY: down } = style;
      const wide = text.right > box.right + 1.5 || text.left < box.left - 1.5;
      const high = text.bottom > box.bottom + 3 || text.top < box.top - 3;
      if (wide && cuts.test(across) || high && cuts.test(down))
        found.add(`cut off: ${told(element)} in ${told(each).split(">")[0]}>`);
      if ((wide && !scrolls.test(across) || high && !scrolls.test(down)) && each.matches(".panel, dialog"))
        found.add(`out of its panel: ${told(element)}`);
      if (scrolls.test(across) && each.scrollWidth > each.clientWidth) edge = Infinity;
      if (scrolls.test(down)) break; // one scrolls to it
      if (style.position === "fixed") break;
    }
    if (text.right > edge + 1.5 || text.left < -1.5) found.add(`beyond the edge: ${told(element)}`);
    const button = element.closest("button, .btn, .tag, .pill, .chip");
    if (button) {
      const box = button.getBoundingClientRect();
      const room = button.matches(".btn:not(.quiet)") ? 3 : -1.5; // px that are left at either side
      if (text.right > box.right - room || text.left < box.left + room)
        found.add(`too wide for its button: ${told(button)}`);
    }
  };
  for (let node; (node = texts.nextNode()); ) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    for (const text of range.getClientRects()) if (text.width > 0) check(element, text);
  }
  return [...found];
}"""

# What can be tapped and is smaller than a thumb. Links in a sentence, and to a place in the same text, are as high as
# their line.
SMALL = """(thumb) => [...document.querySelectorAll("button, a[href], input, select, [role=button], summary")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
  .filter((element) => !element.matches("a[href^='#']"))
  .filter((element) => !(element.localName === "a" && getComputedStyle(element).display === "inline"))
  .map((element) => element.closest("label") ?? element)
  .flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const label = element.getAttribute("aria-label") ?? element.textContent.trim();
    const size = `${width.toFixed(0)}×${height.toFixed(0)}`;
    const small = width > 0 && (width < thumb - 0.5 || height < thumb - 0.5);
    return small ? [`${size} <${element.localName} class="${element.className}"> ${label}`] : [];
  })"""

# Sentences that are not there: a key, a value that was not filled in, something that is no text.
MISSING = """() => document.body.innerText.split("\\n")
  .filter((line) => /\\{\\w+\\}|undefined|\\[object|NaN|\\bnull\\b/.test(line))
  .concat([...document.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"))
  .filter((label) => !label.trim() || /\\{\\w+\\}|undefined|\\[object|NaN|\\bnull\\b/.test(label)))"""

# Places for symbols that no drawing has the name of, and colours of a drawing that there are not: it is black there.
UNDRAWN = """() => {
  const names = [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  const painted = document.querySelectorAll(":is([fill*='var('], [stroke*='var(']):not(symbol *)");
  const colours = [...painted].flatMap((each) => {
    const used = `${each.getAttribute("fill")} ${each.getAttribute("stroke")}`.matchAll(/var\\((--[\\w-]+)\\)/g);
    return [...used].map(([, name]) => name).filter((name) => !getComputedStyle(each).getPropertyValue(name).trim());
  });
  return [...names.filter((name) => !document.getElementById(name.slice(1))), ...new Set(colours)];
}"""


def unfit(guest: Guest) -> list[str]:
    """Text that is cut off, or that lies beyond the edge."""
    found: list[str] = guest.run(UNFIT)
    return found


def missing(guest: Guest) -> list[str]:
    """Text that is not there, on the page or for those who hear it."""
    found: list[str] = guest.run(MISSING)
    return found


def undrawn(guest: Guest) -> list[str]:
    """Symbols and colours that are not there."""
    found: list[str] = guest.run(UNDRAWN)
    return found


def small(guest: Guest) -> list[str]:
    """What is too small for a thumb."""
    found: list[str] = guest.run(SMALL, THUMB)
    return found


def violations(guest: Guest) -> list[str]:
    """What axe-core finds that is serious or critical."""
    assert AXE.exists(), "axe-core is not there; ./test fetches it"
    if not guest.run("() => 'axe' in window"):
        guest.run(AXE.read_text(encoding="utf-8"))
    # Nothing is preloaded: only two rules would have it, of films and of what stands in an experiment, and axe cannot
    # read a style sheet that imports another without breaking the page's content policy.
    answer: dict[str, Any] = guest.run("() => axe.run({ resultTypes: ['violations'], preload: false })")
    return [
        f"{each['impact']} {each['id']}: {node['html'][:160]} ({' '.join(node['failureSummary'].split())[:240]})"
        for each in answer["violations"]
        if each["impact"] in ("serious", "critical")
        for node in [node for node in each["nodes"] if not is_printed(each["id"], node["html"])][:3]
    ]


def is_printed(rule: str, html: str) -> bool:
    """Whether axe wants the name of a card or a tile to repeat what is printed there: `5 G` is called «Green 5»."""
    return rule == "label-content-name-mismatch" and bool(re.match(r'<button [^>]*class="(card|vtile) ', html))
