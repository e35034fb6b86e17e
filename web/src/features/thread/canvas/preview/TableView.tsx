import { useMemo } from 'react'
import { rowsOf } from '../exports/csv.ts'
import { canvasTexts } from '../lang/en.ts'

/** More rows would take long to lay out. All of them are in the text and in files. */
const SHOWN_ROWS = 500

/** A table as it is read: its first row is the header. */
export function TableView({ text, title, all = false }: { text: string; title: string; all?: boolean }) {
  const t = canvasTexts.useText()
  const rows = useMemo(() => rowsOf(text, all ? undefined : SHOWN_ROWS + 2), [text, all])
  const [header = [], ...body] = rows
  const shown = all ? body : body.slice(0, SHOWN_ROWS)
  if (rows.length === 0) return <p className="m2">{t('emptyPreview')}</p>
  return (
    <>
      {shown.length < body.length && <p className="small m2">{t('tableCut', { count: shown.length })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll wide tables. */}
      <section className="canvas-table" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {header.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified only by its position.
                <th key={at} dir="auto" scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its position.
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified only by its position.
                  <td key={column} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
