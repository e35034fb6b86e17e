const kept = new Set(
  'p ul ol li h2 h3 h4 h5 h6 blockquote hr strong em del code pre a br table thead tbody tr th td'.split(' '),
)
const dropped = new Set(['button', 'caption', 'svg'])

/**
 * Returns rendered Markdown as HTML for other programs: its structure and links, without what only the page needs.
 * Elements with `data-copied` are replaced by that text.
 */
export function htmlCopyOf(rendered: Element): string {
  const copy = document.createElement('div')
  copy.append(...copiesOf(rendered))
  return new XMLSerializer().serializeToString(copy)
}

/** Returns the text of a rendered table's cells, row by row. */
export function cellsOf(table: HTMLTableElement): string[][] {
  return [...table.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')].map(textOf))
}

/** Returns rows as spreadsheets exchange them as text. */
export const tabbed = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('\t')).join('\n')

function textOf(cell: Element): string {
  const copy = document.createElement('div')
  copy.append(...copiesOf(cell))
  for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith(' ')
  return copy.textContent.replace(/\s+/g, ' ').trim()
}

function copiesOf(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.cloneNode()]
  if (!(node instanceof Element) || dropped.has(node.localName)) return []
  const instead = node.getAttribute('data-copied')
  if (instead !== null) return [document.createTextNode(instead)]
  const content = [...node.childNodes].flatMap(copiesOf)
  if (!kept.has(node.localName)) return content
  const copy = document.createElement(node.localName)
  for (const name of ['href', 'start']) {
    const value = node.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  copy.append(...content)
  return [copy]
}
