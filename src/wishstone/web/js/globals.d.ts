// Types of the one global, which the boot script makes.

interface GameFiles {
    title: Record<string, string>;
    /** Its name where there is little room. */
    short?: Record<string, string>;
    /** Where it has a rulebook: what the numbers of its rules begin with, `K` of K-9. */
    rules?: string;
    /** Whether it has a lesson. */
    lesson?: boolean;
    /** Named by its id: `ID.js`, `ID.css`, `ID.en.json`, …, below `games/ID/`. */
    files: string[];
}

interface Boot {
    /** Where the files of this version are: `/v/HASH`. */
    prefix: string;
    /** What the page knows of every game before it asks: its names, and which files it has for the page. */
    games: Record<string, GameFiles>;
    /** Have everything fetched at once that a page needs, with what its game is drawn with where that is known. */
    preload(page: string, game?: string): void;
    /**
     * After a file of the client could not be had: start anew if the server answers. Whether it does, since it does so
     * only once; rejected where nobody answers.
     */
    recover(): Promise<boolean>;
}

declare var wishstone: Boot;
