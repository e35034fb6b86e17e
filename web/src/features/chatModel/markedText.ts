/** The name of the highlight in the style sheet. */
const NAME = 'found'
/** How long content rendered later, such as an answer's Markdown, is highlighted and scrolled to. */
const SETTLING_MS = 2000

let observed: MutationObserver | undefined

/** Returns the ranges of a text in an element, across child elements, ignoring case and line breaks. */
export function rangesOf(element: Element, wanted: string): Range[] {
  const nodes: { node: Text; from: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length })
    text += (node as Text).data.replace(/[\n\r\t]/g, ' ')
  }
  const plain = wanted.replace(/[*`]/g, '').replace(/\s/g, ' ').trim()
  if (plain === '') return []
  const literal = new RegExp(plain.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', ' +'), 'giu')
  const placeOf = (offset: number, isEnd: boolean) => {
    const at = nodes.findLast(({ from }) => (isEnd ? from < offset : from <= offset))!
    return [at.node, offset - at.from] as const
  }
  return [...text.matchAll(literal)].map(({ index, 0: found }) => {
    const range = new Range()
    range.setStart(...placeOf(index, false))
    range.setEnd(...placeOf(index + found.length, true))
    return range
  })
}

/** Highlights a text in a turn without changing its elements, and scrolls the first match to the center. */
export function keepMarked(turn: HTMLElement, wanted: string): void {
  observed?.disconnect()
  const until = performance.now() + SETTLING_MS
  const mark = () => {
    const ranges = rangesOf(turn, wanted)
    if (typeof Highlight !== 'undefined') CSS.highlights.set(NAME, new Highlight(...ranges))
    if (performance.now() > until) return
    const first = ranges[0]?.startContainer.parentElement
    if (first) first.scrollIntoView({ block: 'center' })
    else turn.scrollIntoView({ block: 'start' })
  }
  mark()
  observed = new MutationObserver(mark)
  observed.observe(turn, { childList: true, subtree: true, characterData: true })
  // Content above is laid out only as it comes near, so the position is computed again.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      mark()
      const place = rangesOf(turn, wanted)[0]?.startContainer.parentElement
      place?.closest<HTMLElement>('article')?.focus({ preventScroll: true })
    }),
  )
}
