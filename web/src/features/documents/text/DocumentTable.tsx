import { columnName } from '@parlance/contract/columnName'
import type { Block, Piece } from '../data/api.ts'
import { documentTexts } from '../lang/en.ts'
import { Marked } from './Marked.tsx'
import { tableOf } from './tableOf.ts'

interface Props {
  piece: Piece
  blocks: readonly Block[]
  /** The rows of the cited range, first and last. */
  cited: readonly [number, number] | null
}

/** Rows of a table with their header. Those of a sheet have the numbers and letters of spreadsheet programs. */
export function DocumentTable({ piece: { text, marks, sheet }, blocks, cited }: Props) {
  const t = documentTexts.useText()
  const { columns, names, hasHeader, rows } = tableOf(text, blocks)
  const isSheet = rows.some(({ row }) => row !== undefined)
  const positions = Array.from({ length: columns }, (_, column) => column)
  return (
    <section
      className="document-table"
      aria-label={sheet ?? t('table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: needs focus to be scrolled by keyboard.
      tabIndex={0}
    >
      <table>
        {(isSheet || names) && (
          <thead>
            {isSheet && (
              <tr className="letters">
                <td />
                {positions.map((column) => (
                  <th key={column} scope="col">
                    {columnName(column)}
                  </th>
                ))}
              </tr>
            )}
            {names && (
              <tr>
                {isSheet && <td />}
                {positions.map((column) => (
                  <th key={column} scope="col">
                    <bdi>{names[column]}</bdi>
                  </th>
                ))}
              </tr>
            )}
          </thead>
        )}
        <tbody>
          {rows.map(({ row, cells, start, end }, index) => {
            const isCited = row !== undefined && cited !== null && row >= cited[0] && row <= cited[1]
            const Cell = hasHeader && index === 0 ? 'th' : 'td'
            return (
              <tr key={start} className={isCited ? 'cited' : undefined}>
                {isSheet && (
                  <th scope="row" className="number num">
                    {row}
                  </th>
                )}
                {cells ? (
                  positions.map((column) => {
                    const cell = cells[column]
                    return (
                      <Cell key={column}>
                        {cell && (
                          // A number keeps the alignment of its column.
                          <bdi>
                            <Marked text={text} start={cell.start} end={cell.end} marks={marks} />
                          </bdi>
                        )}
                      </Cell>
                    )
                  })
                ) : (
                  <td colSpan={columns} dir="auto">
                    <Marked text={text} start={start} end={end} marks={marks} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
