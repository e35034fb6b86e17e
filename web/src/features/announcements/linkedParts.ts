interface Part {
  text: string
  /** Set for a web address. */
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/g
/** Punctuation after an address isn’t part of it. */
const TRAILING = /[.,;:!?،؛؟'’)\]}]+$/

/** A closing bracket belongs to an address that contains the opening one. */
function addressOf(found: string): string {
  const shorter = found.replace(TRAILING, '')
  const next = found.charAt(shorter.length)
  return next === ')' && shorter.split('(').length > shorter.split(')').length ? `${shorter})` : shorter
}

/** Splits plain text into web addresses and what is between them. Nothing else becomes a link. */
export function linkedParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = addressOf(match[0])
    if (!URL.canParse(address)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: address, href: new URL(address).href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
