/** A sentence of an answer, with where it is shown. */
export interface Sentence {
  text: string
  range: Range
}

/** What is shown but not read: code, diagrams, charts, formulas, marks of sources, buttons, and images. */
const UNREAD =
  '.generated-image, pre, .md-code, .md-diagram, .md-chart, .md-formula, .md-citation, .md-table-actions, button, svg, iframe, figure, .hidden, [aria-hidden=true]'
const BLOCKS = 'p, li, h2, h3, h4, h5, h6, td, th, blockquote, dt, dd'
/** Some voices of browsers fall silent within a longer text, and never end it. */
const MOST_CHARACTERS = 200
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Returns the sentences of an answer in the order in which they are shown. */
export function sentencesIn(root: HTMLElement): Sentence[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const blocks = new Map<Element, Text[]>()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || (parent.closest(UNREAD) && root.contains(parent.closest(UNREAD)))) continue
    const block = parent.closest(BLOCKS) ?? root
    blocks.set(block, [...(blocks.get(block) ?? []), node as Text])
  }
  return [...blocks.values()].flatMap(sentencesOf)
}

function sentencesOf(nodes: readonly Text[]): Sentence[] {
  const whole = nodes.map(({ data }) => data).join('')
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(whole)
  return [...segments].flatMap(partsOf).flatMap(({ segment, index }) => {
    const text = segment.replaceAll(/\s+/g, ' ').trim()
    if (!LETTER_OR_DIGIT.test(text)) return []
    const range = document.createRange()
    const [start, startAt] = placeIn(nodes, index)
    const [end, endAt] = placeIn(nodes, index + segment.trimEnd().length)
    range.setStart(start, startAt)
    range.setEnd(end, endAt)
    return [{ text, range }]
  })
}

interface Part {
  segment: string
  index: number
}

/** Splits a sentence that is too long for a voice. */
function partsOf({ segment, index }: Part): Part[] {
  const parts: Part[] = []
  let left = segment
  let at = index
  while (left.length > MOST_CHARACTERS) {
    const part = left.slice(0, endIn(left))
    parts.push({ segment: part, index: at })
    left = left.slice(part.length)
    at += part.length
  }
  return [...parts, { segment: left, index: at }]
}

/** Returns where a part can end: after a mark, else between words, else anywhere. */
function endIn(text: string): number {
  const start = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
  const ends = [...start.matchAll(/(?<=[,;:–—،؛])\s+/g)]
  const spaces = ends.length > 0 ? ends : [...start.matchAll(/\s+/g)]
  const last = spaces.findLast(({ index }) => index > 0)
  return last ? last.index + last[0].length : start.length
}

/** Returns the text node at a position in the joined text, and the position in it. */
function placeIn(nodes: readonly Text[], position: number): [node: Text, offset: number] {
  let left = position
  for (const node of nodes) {
    if (left <= node.data.length) return [node, left]
    left -= node.data.length
  }
  const last = nodes.at(-1) as Text
  return [last, last.data.length]
}
