interface Part {
  text: string
  /** Set for a web address. */
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/g
/** Punctuation after an address isn’t part of it. */
const TRAILING = ".,;:!?،؛؟'’)]}"

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** Leaves out the punctuation at the end, except for a closing bracket whose opening one is in the address. */
function addressOf(found: string): string {
  let end = found.length
  while (end > 0 && TRAILING.includes(found.charAt(end - 1))) {
    const rest = found.slice(0, end)
    if (rest.endsWith(')') && count(rest, '(') >= count(rest, ')')) break
    end -= 1
  }
  return found.slice(0, end)
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
