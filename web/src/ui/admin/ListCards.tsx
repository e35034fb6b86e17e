import { useKeepFocus } from '../keepFocus.ts'
import { AllBox, RowError } from './ListTable.tsx'
import { adminTexts } from './lang/en.ts'
import type { ListShape } from './listShape.ts'
import { RowMenuButton } from './RowMenu.tsx'

/** The rows as lists of labels and values, for screens too narrow for a table. */
export function ListCards<Row>(shape: ListShape<Row>) {
  const { caption, columns, rows, keyOf, nameOf, selection, actionsOf, open, query } = shape
  const t = adminTexts.useText()
  const keepFocus = useKeepFocus()
  const [first, ...others] = columns
  return (
    <>
      <Order {...shape} />
      <ul className="list-cards" aria-label={caption} aria-busy={query.isFetching} onFocus={keepFocus}>
        {rows.map((row) => {
          const key = keyOf(row)
          return (
            <li key={key} className="card list-card" data-chosen={selection?.chosen.has(key) || undefined}>
              <div className="row">
                {selection && (
                  <input
                    type="checkbox"
                    className="check"
                    checked={selection.chosen.has(key)}
                    aria-label={t('selectRow', { name: nameOf(row) })}
                    onChange={() => selection.toggle(key)}
                  />
                )}
                <div className="grow">{first?.cell(row)}</div>
                {actionsOf && <RowMenuButton name={nameOf(row)} actions={actionsOf(row)} open={open} />}
              </div>
              <RowError error={selection?.failed.get(key)} />
              <dl>
                {others.map(({ key: column, label, cell }) => (
                  <div key={column}>
                    <dt>{label}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The sort control, in place of the table's column headers. */
function Order<Row>({ columns, rows, selection, control }: ListShape<Row>) {
  const t = adminTexts.useText()
  const sortable = columns.filter(({ sort }) => sort)
  return (
    <div className="row list-order">
      {selection && <AllBox selection={selection} count={rows.length} labelled />}
      <span className="grow" />
      {sortable.length > 0 && (
        <select
          className="in list-sorts"
          aria-label={t('sortLabel')}
          value={control.sort}
          onChange={(event) => control.setSort(event.target.value)}
        >
          {sortable.flatMap(({ sort = '', label }) => [
            <option key={sort} value={sort}>
              {t('ascending', { column: label })}
            </option>,
            <option key={`-${sort}`} value={`-${sort}`}>
              {t('descending', { column: label })}
            </option>,
          ])}
        </select>
      )}
    </div>
  )
}
