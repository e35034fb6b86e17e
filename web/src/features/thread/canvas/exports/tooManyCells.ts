/** Word can hardly open tables with more cells, and the page would stop responding while it writes them. */
export const MOST_CELLS = 20_000

export class TooManyCells extends Error {}
