export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg'

const SVG_HEAD = 4096

/** Detects an image's type from its content, whatever its name; null if the type isn't supported. */
export function imageKindOf(bytes: Buffer): ImageKind | null {
  const starts = (text: string, at = 0) =>
    bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  if (starts('GIF87a') || starts('GIF89a')) return 'gif'
  if (starts('ftyp', 4) && /^(avif|avis)/.test(bytes.toString('latin1', 8, 12))) return 'avif'
  const head = bytes
    .toString('utf8', 0, SVG_HEAD)
    .replace(/^\ufeff/, '')
    .trimStart()
  // Comments, an XML declaration, or a document type can precede the element.
  return /^<(\?xml|!--|!DOCTYPE|svg[\s>])/i.test(head) && /<svg[\s>]/i.test(head) ? 'svg' : null
}
