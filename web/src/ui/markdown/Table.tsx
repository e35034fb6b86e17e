import { csvHead, csvLine } from '@parlance/contract/csv'
import { type Links, lex } from '@parlance/contract/markdown/lexer'
import { ChartColumn, Check, Copy, Download, Table2 } from 'lucide-react'
import type { Tokens } from 'marked'
import { memo, type RefObject, Suspense, useContext, useMemo, useRef, useState } from 'react'
import { formatList } from '../../lang/format.ts'
import { saveFile } from '../files/saveFile.ts'
import { loadLater } from '../loadLater.tsx'
import { textDirection } from '../textDirection.ts'
import { useCopy } from '../useCopy.ts'
import { dataOf } from './charts/tableData.ts'
import { cellsOf, htmlCopyOf, tabbed } from './copies.ts'
import { SurroundingsContext } from './MarkdownSurroundings.ts'
import { InlineTokens } from './renderInline.tsx'

/** Rows rendered together, so a growing table renders only its last part again. */
const rowsPerPart = 40

const TableChart = loadLater(async () => (await import('./charts/TableChart.tsx')).TableChart)

interface Props {
  token: Tokens.Table
  links: Links
  /** False while rows can be added. */
  closed: boolean
}

/** A wide table scrolls inside its frame, which is focusable for keyboard users. One with numbers can be a chart. */
export function Table({ token, links, closed }: Props) {
  const { words } = useContext(SurroundingsContext)
  const table = useRef<HTMLTableElement>(null)
  const data = useMemo(() => (closed ? dataOf(token) : null), [token, closed])
  const [asChart, setAsChart] = useState(false)
  const isChart = asChart && data !== null
  const dir = textDirection(token.raw)
  const name = words.table(formatList(token.header.map((cell) => cell.text)))
  const [header = '', delimiter = '', ...rows] = token.raw.trimEnd().split('\n')
  const parts: string[] = []
  for (let at = 0; at < rows.length; at += rowsPerPart) {
    parts.push([header, delimiter, ...rows.slice(at, at + rowsPerPart)].join('\n'))
  }
  return (
    <div className="md-table-area">
      {isChart && (
        <Suspense fallback={<div className="md-chart-wait" />}>
          <TableChart data={data} mirrored={dir === 'rtl'} />
        </Suspense>
      )}
      {/* The frame has the table's direction, too: otherwise it opens scrolled to the table's end. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolling frame needs a name, and a fieldset is for fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll a wide table. */}
      <div className="md-table" role="group" aria-label={name} tabIndex={0} dir={dir} hidden={isChart}>
        <table ref={table}>
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
      <TableActions table={table} chart={data && { isShown: isChart, toggle: () => setAsChart(!isChart) }} />
    </div>
  )
}

interface ActionsProps {
  table: RefObject<HTMLTableElement | null>
  /** Null if the table has no numbers. */
  chart: { isShown: boolean; toggle: () => void } | null
}

function TableActions({ table, chart }: ActionsProps) {
  const { words } = useContext(SurroundingsContext)
  const [copied, copy] = useCopy()
  const Icon = copied ? Check : Copy
  const copyTable = () => copy(tabbed(cellsOf(table.current!)), htmlCopyOf(table.current!.parentElement!))
  const download = () => {
    const [head = [], ...rows] = cellsOf(table.current!)
    const lines = [csvHead(head), ...rows.map(csvLine)]
    saveFile(new Blob(lines, { type: 'text/csv;charset=utf-8' }), `${words.tableFile}.csv`)
  }
  return (
    <div className="md-table-actions">
      {chart && (
        <button type="button" className="md-copy" onClick={chart.toggle}>
          {chart.isShown ? <Table2 size={14} aria-hidden /> : <ChartColumn size={14} aria-hidden />}
          {chart.isShown ? words.showTable : words.showChart}
        </button>
      )}
      <button type="button" className="md-copy" onClick={copyTable}>
        <Icon size={14} aria-hidden />
        {copied ? words.copied : words.copyTable}
      </button>
      <button type="button" className="md-copy" onClick={download}>
        <Download size={14} aria-hidden />
        {words.downloadTable}
      </button>
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
