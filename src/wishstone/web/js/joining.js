// Joining page: the table that a link or a code leads to, with a choice of sitting down or watching.

import { button, draw, h, icon } from "./dom.js";
import { bytesOf, keep, otherName, ownName, playerKey, random, sha256, sit } from "./keep.js";
import { ask, Refused } from "./net.js";
import { mark, nameOf } from "./parts.js";
import { picture } from "./covers.js";
import { local, say, titleOf } from "./words.js";

/**
 * Take a seat at a table.
 * @param {string} id
 * @param {string} name
 * @param {string} code
 */
export async function join(id, name, code) {
  const number = random(16);
  const wish = { name, player: playerKey(), number_hash: await sha256(bytesOf(number)), ...(code ? { code } : {}) };
  const told = await ask("POST", `/tables/${id}/join`, wish);
  keep("name", name);
  keep(`number.${id}.${told.seat}`, number);
  keep(`commitment.${id}`, told.commitment);
  sit(id, told.seat);
}

export class Joining {
  /** @param {HTMLElement} root @param {string} id @param {string} code @param {(path: string) => void} go */
  constructor(root, id, code, go) {
    this.root = root;
    this.id = id;
    this.code = code;
    this.go = go;
    this.problem = "";
    /** @type {any} */ this.table = null;
    this.look();
  }

  async look() {
    try {
      this.table = this.code ? await ask("POST", "/look", { code: this.code }) : await ask("GET", `/tables/${this.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = local(error.text);
    }
    this.render();
  }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    try {
      await what();
      this.go(`/t/${this.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = local(error.text);
      this.render();
    }
  }

  render() {
    const seats = this.table?.seats ?? [];
    const isFree = seats.some((/** @type {any} */ seat) => seat.kind === "free" || seat.kind === "reserved"),
      host = seats.find((/** @type {any} */ seat) => seat.kind === "person")?.name;
    let name = ownName();
    for (let n = 1; seats.some((/** @type {any} */ seat) => seat.name === name); n++) name = otherName(n);
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      this.attempt(() => join(this.id, event.target.elements.name.value.trim(), this.code));
    };
    draw(
      this.root,
      h(
        "main.joining",
        h(
          "section.panel",
          this.table
            ? [
                h("div.picture", { "aria-hidden": "true" }, picture(this.table.game)),
                h("p.soft", titleOf(this.table.game)),
                h("h1", host ? say("invited-by", { who: host }) : say("invited")),
                h("p", say(isFree ? "seat-waits" : "seats-taken")),
                h(
                  "ul.places",
                  this.table.seats.map((/** @type {any} */ _, /** @type {number} */ n) =>
                    h("li", mark(n), h("span.who", nameOf(this.table.seats, n) || say("free-seat"))),
                  ),
                ),
                isFree
                  ? h(
                      "form",
                      { onsubmit: submit },
                      h(
                        "label",
                        say("your-name"),
                        h("input", {
                          name: "name",
                          value: name,
                          required: true,
                          maxlength: 24,
                          autocomplete: "nickname",
                        }),
                      ),
                      h("button.btn.go", { type: "submit" }, say("sit-down")),
                    )
                  : null,
                this.table.public && this.table.onlookers
                  ? button(say("watch"), () => this.attempt(async () => sit(this.id, -1)))
                  : null,
              ]
            : [icon("wishstone", "i logo"), h("h1", say("no-table-head"))],
          this.problem ? h("p", { role: "alert", class: this.table ? "refusal" : null }, `${this.problem}.`) : null,
          this.table ? null : h("p", say("no-table-help")),
          button(say("all-games"), () => this.go("/"), { class: this.table ? "btn" : "btn go" }),
        ),
      ),
    );
  }
}
