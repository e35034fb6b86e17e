import page from '../../../../login.html?raw'

interface Piece {
  d: string
  fill: string
}

/** The background of the sign-in page, taken from the page itself. */
export const splash: Piece[] = [...page.matchAll(/<path d="([^"]+)" fill="([^"]+)"\/>/g)].map(
  ([, d = '', fill = '']) => ({ d, fill }),
)
