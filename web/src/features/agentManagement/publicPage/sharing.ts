import { encode } from 'uqr'

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replaceAll(/[&"<>]/g, (character) => entities[character] ?? '')

/** The HTML that shows a public page inside another page. */
export const embedSnippet = ({ url, title }: { url: string; title: string }): string =>
  `<iframe src="${escaped(url)}/true" title="${escaped(title)}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads" style="border:0;width:360px;height:560px"></iframe>`

interface QrCode {
  /** The number of modules per side, with the margin that scanners need. */
  size: number
  /** The dark modules as an SVG path. */
  path: string
}

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  return { size, path: rows.join('') }
}

/** A QR code as an image file, black on white in every theme. */
export const qrFile = ({ size, path }: QrCode): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  )
