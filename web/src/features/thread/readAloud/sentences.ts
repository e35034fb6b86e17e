/** A sentence of an answer, with where it is shown. */
export interface Sentence {
  text: string
  range: Range
}

/** What is shown but not read: code, diagrams, charts, formulas, marks of sources, buttons, and images of the page itself. */
const UNREAD =
  'pre, .md-code, .md-diagram, .md-chart, .md-formula, .md-citation, .md-table-actions, button, svg, iframe, figure, .hidden, [aria-hidden=true]'
const BLOCKS = 'p, li, h2, h3, h4, h5, h6, td, th, blockquote, dt, dd'
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
  return [...segments].flatMap(({ segment, index }) => {
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
