import { contrast } from '@parlance/contract/theme/color'
import { encode } from 'uqr'

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replaceAll(/[&"<>]/g, (character) => entities[character] ?? '')

/** The HTML that shows a public page inside another page. */
export const embedSnippet = ({ url, title }: { url: string; title: string }): string =>
  `<iframe src="${escaped(url)}/true" title="${escaped(title)}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads" style="border:0;width:360px;height:560px"></iframe>`

interface WidgetCode {
  /** The address of the public page. */
  url: string
  slug: string
  label: string
  /** The color of the button. Without it, the widget has its own. */
  color: string | undefined
  /** The language of the page. Null for the website's. */
  language: 'en' | 'ar' | null
}

/** Whether black text is easier to read on a color than white text. */
const isLight = (color: string) => contrast(color, '#000000') > contrast(color, '#ffffff')

/** The HTML that adds a button to another page, which opens the chat. */
export function widgetSnippet({ url, slug, label, color, language }: WidgetCode): string {
  const attributes = {
    src: `${new URL(url).origin}/embed/widget.js`,
    'data-page': slug,
    ...(color && { 'data-color': color }),
    ...(color && isLight(color) && { 'data-text-color': '#000000' }),
    'data-label': label,
    ...(language && { 'data-language': language }),
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `<script ${written.join(' ')} defer></script>`
}

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
