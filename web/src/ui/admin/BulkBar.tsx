import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { adminTexts } from './lang/en.ts'
import type { BulkAction, Selection } from './listShape.ts'
import { runAll } from './selection.ts'

interface Props<Row> {
  rows: Row[]
  keyOf: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  selection: Selection
}

/** The number of selected rows and the bulk actions, and afterwards the number of rows they succeeded for. */
export function BulkBar<Row>({ rows, keyOf, actions, selection }: Props<Row>) {
  const t = adminTexts.useText()
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null)
  const [busy, setBusy] = useState(false)
  const { chosen, failed } = selection
  const chosenRows = rows.filter((row) => chosen.has(keyOf(row)))

  async function run(action: BulkAction<Row>) {
    setBusy(true)
    const byKey = new Map(chosenRows.map((row) => [keyOf(row), row]))
    const result = await runAll([...byKey.keys()], async (key) => action.run(byKey.get(key)!))
    selection.set(result.failed.keys(), result.failed)
    setBusy(false)
    setAsking(null)
  }

  if (chosen.size === 0) return null
  return (
    <>
      <div className="row bulk">
        <span className="num grow" role="status">
          {t('selected', { count: chosen.size })}
        </span>
        {actions.map((action) => (
          <button
            key={action.key}
            type="button"
            className={action.danger ? 'btn danger sm' : 'btn out sm'}
            onClick={() => setAsking(action)}
          >
            <action.Icon size={14} />
            {action.label}
          </button>
        ))}
        <button
          type="button"
          className="ib sm"
          aria-label={t('clearSelection')}
          onClick={() => selection.set([])}
        >
          <X size={16} />
        </button>
      </div>
      {failed.size > 0 && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {t('bulkFailed', { count: failed.size })}
        </p>
      )}
      {asking && (
        <ConfirmDialog
          {...asking.confirm(chosenRows)}
          busy={busy}
          confirm={() => void run(asking)}
          close={() => setAsking(null)}
        />
      )}
    </>
  )
}
