import type { ReactNode } from 'react'

interface Shown {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Tables that scroll in both directions. */
export function Tables({
  id,
  name,
  tables,
  children,
}: {
  id?: string
  name: string
  tables: readonly Shown[]
  children?: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className="code-table" id={id} aria-label={name} tabIndex={0}>
      {tables.map((table, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tables never move.
        <Table key={at} {...table} />
      ))}
      {children}
    </section>
  )
}

function Table({ columns, rows }: Shown) {
  return (
    <table>
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
  )
}
