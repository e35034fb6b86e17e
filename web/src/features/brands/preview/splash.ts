import page from '../../../../login.html?raw'

interface Piece {
  d: string
  fill: string
}

/** The picture behind the login, as the login page has it. */
export const splash: Piece[] = [...page.matchAll(/<path d="([^"]+)" fill="([^"]+)"\/>/g)].map(
  ([, d = '', fill = '']) => ({ d, fill }),
)
