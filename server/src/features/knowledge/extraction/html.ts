import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import {
  type ContentKind,
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
} from '../passages/documentText.ts'
import { createDocumentTable, type DocumentCell, type DocumentTable } from './tables/documentTable.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Elements that readers of the page don't see. */
const dropped = new Set(
  'script style template noscript iframe object embed svg canvas audio video nav button select textarea input'.split(
    ' ',
  ),
)
const blocks = new Set(
  `address article aside blockquote body caption center details dialog dd div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main ol p pre section summary table tbody tfoot
  thead tr ul title`.split(/\s+/),
)
const kinds = new Map<string, ContentKind>([
  ['li', 'list'],
  ['dt', 'list'],
  ['dd', 'list'],
  ['tr', 'table'],
  ['pre', 'code'],
])
const kindOf = (name: string): ContentKind => kinds.get(name) ?? 'paragraph'
const cells = new Set(['td', 'th'])

/**
 * Returns the readable text of a page. Keeps headings and blocks, and drops scripts, styles, and navigation.
 */
export function extractHtml(html: string): DocumentText {
  const builder = createDocumentBuilder()
  addHtml(builder, html)
  return { ...builder.finish(), pages: null, pageIsPassage: false }
}

interface Step {
  node: Node
  leaving: boolean
}

/** Walks the tree with an explicit stack, because pages can nest deeper than the call stack. */
export function addHtml(builder: DocumentBuilder, html: string): void {
  const flow = createFlow(builder)
  const steps: Step[] = [{ node: parse(html, { scriptingEnabled: false }), leaving: false }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { node, leaving } = step
    if (leaving) {
      flow.leave(node as Element)
      continue
    }
    if (node.nodeName === '#text') flow.text((node as DefaultTreeAdapterTypes.TextNode).value)
    if (!('childNodes' in node)) continue
    if ('tagName' in node) {
      if (dropped.has(node.tagName) || node.attrs.some((attribute) => attribute.name === 'hidden')) continue
      flow.enter(node)
      steps.push({ node, leaving: true })
    }
    for (let at = node.childNodes.length - 1; at >= 0; at--) {
      steps.push({ node: node.childNodes[at]!, leaving: false })
    }
  }
  flow.end()
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

function isSectionLink(element: Element): boolean {
  return element.attrs.some(({ name, value }) => name === 'href' && /^#./.test(value))
}

const clean = (text: string) => text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n')

function spansOf({ attrs }: Element): Pick<DocumentCell, 'columns' | 'rows'> {
  const spanned = (wanted: string) => Number(attrs.find(({ name }) => name === wanted)?.value ?? 1) || 1
  return { columns: spanned('colspan'), rows: spanned('rowspan') }
}

function createFlow(builder: DocumentBuilder) {
  let pending: string[] = []
  let preformatted = 0
  /** The number of open table cells. Everything inside one belongs to its row. */
  let open = 0
  /** The number of pending letters in links within the page, and whether such a link is open. */
  let linked = 0
  let inLink = false
  /** The outermost open table and the cells of its open row. */
  let table: DocumentTable | null = null
  let row: (DocumentCell & { isName: boolean })[] = []
  /** The kind of block that the element before the current position opened. */
  let openKind = kindOf('')

  function flush(kind: ContentKind): void {
    const text = takePending()
    // An item that is only a link to a section belongs to a table of contents.
    if (linked > 0 && lettersIn(text) <= linked) {
      linked = 0
      return
    }
    linked = 0
    builder.block(kind, preformatted > 0 ? text : clean(text))
  }

  function takePending(): string {
    const text = pending.join('')
    pending = []
    return text
  }

  return {
    text(value: string) {
      if (inLink) linked += lettersIn(value)
      pending.push(preformatted > 0 ? value : value.replace(/\s+/g, ' '))
    },
    enter(element: Element) {
      const name = element.tagName
      if (name === 'br') pending.push('\n')
      if (name === 'a') inLink = isSectionLink(element)
      if (name === 'img')
        pending.push(element.attrs.find((attribute) => attribute.name === 'alt')?.value ?? '')
      if (open > 0 && blocks.has(name)) pending.push(' ')
      if (cells.has(name) && open === 0) {
        // What is between cells, such as a caption.
        flush(openKind)
        table ??= createDocumentTable(builder)
      }
      if (cells.has(name)) open++
      if (open > 0 || !blocks.has(name)) return
      flush(openKind)
      openKind = kindOf(name)
      if (name === 'pre') preformatted++
    },
    leave(element: Element) {
      const name = element.tagName
      if (name === 'a') inLink = false
      if (cells.has(name)) {
        open--
        if (open > 0) pending.push(' ')
        else row.push({ ...spansOf(element), text: clean(takePending()), isName: name === 'th' })
      }
      if (open > 0 || !blocks.has(name)) return
      if (name === 'tr') {
        table?.addRow(
          row,
          row.every(({ isName }) => isName),
        )
        row = []
      }
      if (name === 'table') {
        table?.end()
        table = null
      }
      const level = name === 'title' ? 0 : Number(/^h([1-6])$/.exec(name)?.[1] ?? -1)
      if (level >= 0) {
        builder.heading(level, takePending())
        linked = 0
      } else flush(kindOf(name))
      openKind = kindOf('')
      if (name === 'pre') preformatted--
    },
    end: () => flush('paragraph'),
  }
}
