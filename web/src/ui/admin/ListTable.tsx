import { ArrowDown, ArrowUp, CircleAlert } from 'lucide-react'
import { errorText } from '../errorText.ts'
import { useKeepFocus } from '../keepFocus.ts'
import { adminTexts } from './lang/en.ts'
import { directionOfSort } from './listAddress.ts'
import type { Column, ListShape, Selection } from './listShape.ts'
import { RowMenuButton } from './RowMenu.tsx'

/** The rows as a table, from 900 px up. */
export function ListTable<Row>(shape: ListShape<Row>) {
  const { caption, columns, rows, keyOf, selection, actionsOf, query } = shape
  const t = adminTexts.useText()
  const keepFocus = useKeepFocus()
  return (
    <div className="card list-frame">
      <table className="list-table" aria-busy={query.isFetching}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="list-check">
                <AllBox selection={selection} count={rows.length} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} control={shape.control} />
            ))}
            {actionsOf && (
              <th scope="col" className="list-menu">
                <span className="hidden">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onFocus={keepFocus}>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} {...shape} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row<Item>({ row, ...shape }: ListShape<Item> & { row: Item }) {
  const { columns, keyOf, nameOf, selection, actionsOf, open } = shape
  const t = adminTexts.useText()
  const [first, ...others] = columns
  const key = keyOf(row)
  const name = nameOf(row)
  const chosen = selection?.chosen.has(key) ?? false
  return (
    <tr data-chosen={chosen || undefined}>
      {selection && (
        <td className="list-check">
          <input
            type="checkbox"
            className="check"
            checked={chosen}
            aria-label={t('selectRow', { name })}
            onChange={() => selection.toggle(key)}
          />
        </td>
      )}
      <th scope="row">
        {first?.cell(row)}
        <RowError error={selection?.failed.get(key)} />
      </th>
      {others.map((column) => (
        <td key={column.key}>{column.cell(row)}</td>
      ))}
      {actionsOf && (
        <td className="list-menu">
          <RowMenuButton name={name} actions={actionsOf(row)} open={open} />
        </td>
      )}
    </tr>
  )
}

/** Why the action failed for a selected row. */
export function RowError({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <span className="error list-error">
      <CircleAlert size={14} />
      {errorText(error)}
    </span>
  )
}

function Head<Row>({ column, control }: { column: Column<Row>; control: ListShape<Row>['control'] }) {
  const { label, sort, width } = column
  const direction = sort ? directionOfSort(control.sort, sort) : 'none'
  return (
    <th
      scope="col"
      aria-sort={sort && direction !== 'none' ? direction : undefined}
      style={{ inlineSize: width }}
    >
      {sort ? (
        <button type="button" className="list-sort" onClick={() => control.toggleSort(sort)}>
          {label}
          {direction === 'descending' ? (
            <ArrowDown size={14} />
          ) : (
            <ArrowUp size={14} data-off={direction === 'none' || undefined} />
          )}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

interface AllBoxProps {
  selection: Selection
  count: number
  /** With a visible label. */
  labelled?: boolean
}

export function AllBox({ selection, count, labelled = false }: AllBoxProps) {
  const t = adminTexts.useText()
  const { chosen, toggleAll } = selection
  return (
    <label className="row s13">
      <input
        type="checkbox"
        className="check"
        checked={chosen.size === count}
        ref={(box) => {
          if (box) box.indeterminate = chosen.size > 0 && chosen.size < count
        }}
        onChange={toggleAll}
      />
      <span className={labelled ? '' : 'hidden'}>{t('selectAll')}</span>
    </label>
  )
}
