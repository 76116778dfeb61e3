// Types of the one global, which the boot script makes.

interface Boot {
    /** Where the files of this version are: `/v/HASH`. */
    prefix: string;
    /** Have everything fetched at once that a page needs, with what its game is drawn with where that is known. */
    preload(page: string, game?: string): void;
    /**
     * After a file of the client could not be had: start anew if the server answers. Whether it does, since it does so
     * only once; rejected where nobody answers.
     */
    recover(): Promise<boolean>;
}

declare var wishstone: Boot;
