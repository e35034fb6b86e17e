import type { Tokens } from 'marked'
import { memo, useContext } from 'react'
import { formatList } from '../../lang/format.ts'
import { textDirection } from '../textDirection.ts'
import { SurroundingsContext } from './MarkdownSurroundings.ts'
import { type Links, lex } from './markdown.ts'
import { InlineTokens } from './renderInline.tsx'

/** Rows rendered together, so a growing table renders only its last part again. */
const rowsPerPart = 40

/** A wide table scrolls inside its frame, which is focusable for keyboard users. */
export function Table({ token, links }: { token: Tokens.Table; links: Links }) {
  const { words } = useContext(SurroundingsContext)
  const name = words.table(formatList(token.header.map((cell) => cell.text)))
  const [header = '', delimiter = '', ...rows] = token.raw.trimEnd().split('\n')
  const parts: string[] = []
  for (let at = 0; at < rows.length; at += rowsPerPart) {
    parts.push([header, delimiter, ...rows.slice(at, at + rowsPerPart)].join('\n'))
  }
  return (
    // The frame has the table's direction, too: otherwise it opens scrolled to the table's end.
    // biome-ignore lint/a11y/useSemanticElements: a scrolling frame needs a name, and a fieldset is for fields.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll a wide table.
    <div className="md-table" role="group" aria-label={name} tabIndex={0} dir={textDirection(token.raw)}>
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
              <th key={index} scope="col" className={alignment(cell.align)}>
                <span dir="auto">
                  <InlineTokens tokens={cell.tokens} links={links} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at the end.
          <Rows key={index} source={part} links={links} />
        ))}
      </table>
    </div>
  )
}

const Rows = memo(function Rows({ source, links }: { source: string; links: Links }) {
  const table = lex(source, links).find((token) => token.type === 'table') as Tokens.Table | undefined
  return (
    <tbody>
      {table?.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows only grow at the end.
        <tr key={index}>
          {row.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
            <td key={column} className={alignment(cell.align)}>
              <span dir="auto">
                <InlineTokens tokens={cell.tokens} links={links} />
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})

const alignment = (align: 'center' | 'left' | 'right' | null) =>
  align === 'right' ? 'md-end' : align === 'center' ? 'md-center' : undefined
