import { formatNumber } from '../../../lang/format.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { Citation } from '../../chatModel/segments.ts'
import { ChangedNote } from './SourceChange.tsx'
import { rowsOf, tablePlace } from './tableQuote.ts'

/** The query that a statement is based on, how many rows it used and where they are, and its result. */
export function SourceTable({ citation }: { citation: Citation }) {
  const t = conversationTexts.useText()
  const { query = '', rowsUsed, change, quote } = citation
  const [columns = [], ...rows] = rowsOf(quote)
  const place = tablePlace(citation)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className="passage source-table" aria-label={t('queryAndResult')} tabIndex={0}>
      <ChangedNote change={change} />
      <h3>{t('query')}</h3>
      <pre dir="ltr">
        <code>{query}</code>
      </pre>
      <p className="m2 small">
        {rowsUsed !== undefined && t('rowsUsed', { count: rowsUsed, rows: formatNumber(rowsUsed) })}{' '}
        {place !== '' && <bdi dir="auto">{place}</bdi>}
      </p>
      <h3 id="source-table-result">{t('queryResult')}</h3>
      {rows.length === 0 ? (
        <p className="m2">{t('noRowsFound')}</p>
      ) : (
        <table aria-labelledby="source-table-result">
          <thead>
            <tr>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names of columns can repeat, and never move.
                <th key={at} scope="col" dir="auto">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
              <tr key={at}>
                {columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells never move.
                  <td key={column} dir="auto">
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
