/**
 * The maximum tokens per character, by the first code unit above its range. The values are generous for the
 * vocabularies in use, because a prompt that is too long fails.
 */
const ranges: readonly (readonly [end: number, tokens: number])[] = [
  [0x80, 0.5],
  [0x250, 0.6],
  [0x590, 0.6],
  [0x900, 0.9],
  [0x1100, 1.2],
  [0x1e00, 1],
  [0x2e80, 0.8],
  [0x10000, 1.3],
]
const LETTER = 0.3
/** The role and markers of each message. */
export const MESSAGE_TOKENS = 6

/**
 * Returns an upper estimate of a text's tokens without a vocabulary. Works by script, since Arabic and Chinese
 * need more.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) tokens += costOf(text.charCodeAt(at))
  return Math.ceil(tokens)
}

function costOf(unit: number): number {
  if (unit < 0x80) {
    const letter = unit | 0x20
    return unit === 0x20 || (letter >= 0x61 && letter <= 0x7a) ? LETTER : 0.5
  }
  for (const [end, tokens] of ranges) if (unit < end) return tokens
  return 1.3
}

/** Providers shrink larger images before counting. This is the highest count among them. */
const MOST_PICTURE_TOKENS = 5000
const PIXELS_PER_TOKEN = 750

/** Returns the maximum tokens that a model counts for an image. Width and height are in pixels. */
export const pictureTokens = ({ width, height }: { width: number; height: number }): number =>
  Math.min(MOST_PICTURE_TOKENS, 100 + Math.ceil((width * height) / PIXELS_PER_TOKEN))

/** Returns the beginning of a text within `tokens`, without half of a surrogate pair at its end. */
export function cutToTokens(text: string, tokens: number): string {
  let cost = 0
  for (let at = 0; at < text.length; at += 1) {
    cost += costOf(text.charCodeAt(at))
    if (cost > tokens) return text.slice(0, at).replace(/[\ud800-\udbff]$/, '')
  }
  return text
}

/** Returns the end of a text within `tokens`. */
export function lastTokens(text: string, tokens: number): string {
  let cost = 0
  for (let at = text.length - 1; at >= 0; at -= 1) {
    cost += costOf(text.charCodeAt(at))
    if (cost > tokens) return text.slice(at + 1).replace(/^[\udc00-\udfff]/, '')
  }
  return text
}
