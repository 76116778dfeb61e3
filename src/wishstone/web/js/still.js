// Table without a connection, which lessons and replays are made of.
// It has everything that a table is drawn from, and shows positions that were told beforehand.

import { pictureOf } from "./pictures.js";
import { flights } from "./motion.js";
import { Table } from "./table.js";
import { learn } from "./words.js";
import { lexiconOf } from "./lexicon.js";

/** How a table stood: as in what a table is told. @typedef {{scene: any, view: any, you: any, log: any[]}} Moment */

export class Still extends Table {
  /** Whether the page was left, perhaps before all of it was there. */
  left = false;

  /** Nobody listens. */
  talks = false;

  /** @override */
  connect() {
    this.state = "open";
    return { do: async () => ({}), close() {} };
  }

  /** Nothing is remembered of what was never played. @override */
  remember() {}

  /**
   * Its story leads nowhere.
   * @override
   * @param {number} _
   * @returns {any}
   */
  lead(_) {
    return null;
  }

  /**
   * Have all that is needed to draw a game, and the sentences of a part.
   * @param {any} about
   * @param {string} part
   */
  async ready(about, part) {
    [this.lexicon, this.picture] = await Promise.all([lexiconOf(about.game), pictureOf(about.game), learn(part)]);
    this.about = about;
  }

  /**
   * Put a moment before one's eyes; what moved from the one before is seen moving.
   * @param {Moment} moment
   * @param {boolean} [moving]
   */
  put(moment, moving = true) {
    const land = moving && this.view ? flights(this.root) : () => {};
    Object.assign(this, moment);
    this.forget();
    this.render();
    land();
  }

  /**
   * Nothing is there until all of it is.
   * @override
   * @returns {any}
   */
  loading() {
    return null;
  }
}
