import { type Action, isSpecific, type SpecificAction } from '@parlance/contract/actions'
import { Check, ChevronDown } from 'lucide-react'
import { Fragment, useState } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { MuiTheme } from '../../../ui/mui/MuiTheme.tsx'
import { Tooltip } from '../../../ui/mui/Tooltip.tsx'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import type { UserAction } from '../data/api.ts'
import { userRolesTexts } from '../lang/en.ts'
import {
  type Column,
  columns,
  entityTypeOf,
  type MatrixRow,
  matrixOf,
  specificIds,
  stateOf,
  withAction,
} from './matrix.ts'
import type { RoleValues } from './roleForm.ts'
import { rowLabel } from './rowLabel.ts'
import '../../../ui/admin/list.css'

interface MatrixEditing {
  values: RoleValues
  /** The saved values. What is already granted can stay, even if the user couldn't grant it. */
  base: RoleValues
  readOnly: boolean
  setActions: (actions: Action[]) => void
  /** Opens the dialog to choose the objects of a *Specific* action. */
  choose: (action: SpecificAction) => void
}

interface Props {
  actions: readonly UserAction[]
  editing: MatrixEditing
  error: string | undefined
}

/**
 * The permissions of a role: one row per area, one column per kind of access. Every checkbox is one action of
 * the product.
 */
export const Matrix = (props: Props) => (
  // One theme for all tooltips; otherwise, each would create its own.
  <MuiTheme>
    <Table {...props} />
  </MuiTheme>
)

function Table({ actions, editing, error }: Props) {
  const t = userRolesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const [told, setTold] = useState<Action>()
  return (
    <div className="field" data-field="actions">
      <div className="card matrix-frame">
        <table className="matrix">
          <caption className="hidden">{t('matrix')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('area')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-column={column}>
                  {t(`column${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {matrixOf(actions).map(({ key, rows }) => (
            <tbody key={key}>
              <tr className="matrix-group">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {t(key)}
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.name} row={row} editing={editing} tell={setTold} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <Legend />
      <div role="status" className="small m2">
        {told && t('notHeld', { action: fullNameOf(told) })}
      </div>
      <FieldError id="matrix-error" error={error} />
    </div>
  )
}

interface CellProps {
  editing: MatrixEditing
  tell: (action: Action) => void
}

function Row({ row, ...shared }: CellProps & { row: MatrixRow }) {
  const t = userRolesTexts.useText()
  const { editing } = shared
  const label = rowLabel(row.name, t)
  const dirty = [...Object.values(row.cells), ...row.further].some(({ name }) => hasChanged(name, editing))
  return (
    <Fragment>
      {Object.keys(row.cells).length > 0 && (
        <tr data-changed={dirty || undefined}>
          <th scope="row">
            <span className="matrix-label">
              <span className="matrix-area">{label}</span>{' '}
              <bdi className="mono m3 matrix-name">{row.name}</bdi>
            </span>
          </th>
          {columns.map((column) => (
            <td key={column} data-label={t(`column${column}`)} data-none={!row.cells[column] || undefined}>
              <Cell action={row.cells[column]} column={column} label={label} {...shared} />
            </td>
          ))}
        </tr>
      )}
      {row.further.length > 0 && (
        <tr data-changed={dirty || undefined} className="matrix-further">
          <th scope="row">
            <span className="m2">{t('further', { area: label })}</span>
          </th>
          <td colSpan={columns.length}>
            {row.further.map((action) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control.
              <label key={action.name} className="row s13">
                <Box action={action} label={`${label}: ${furtherLabel(action)}`} {...shared} />
                {furtherLabel(action)}
              </label>
            ))}
          </td>
        </tr>
      )}
    </Fragment>
  )

  function furtherLabel({ name }: UserAction) {
    const verb = name.replace(row.name, '')
    return verb === 'Publish' || verb === 'Approve' ? t(`further${verb}`) : name
  }
}

function hasChanged(action: Action, { values, base }: MatrixEditing): boolean {
  const of = ({ actions, entities }: RoleValues) =>
    isSpecific(action)
      ? JSON.stringify(specificIds(entities, action).given)
      : String(actions.includes(action))
  return of(values) !== of(base)
}

function Cell(props: CellProps & { action: UserAction | undefined; column: Column; label: string }) {
  const t = userRolesTexts.useText()
  const { action, column, label, editing, tell } = props
  if (!action) {
    return (
      <span className="m3">
        <span aria-hidden="true">–</span>
        <span className="hidden">{t('noSuchAction')}</span>
      </span>
    )
  }
  const name = t('cell', { area: label, column: t(`column${column}`) })
  if (isSpecific(action.name)) return <SpecificCell action={action.name} label={name} editing={editing} />
  return <Box action={action} label={name} editing={editing} tell={tell} />
}

function Box({ action, label, editing, tell }: CellProps & { action: UserAction; label: string }) {
  const t = userRolesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { values, readOnly, setActions } = editing
  const { name, held } = action
  const state = stateOf(action, new Set(values.actions))
  const locked = !held && state.kind !== 'included'
  const reason =
    state.kind === 'included'
      ? t('includedBy', { action: fullNameOf(state.by) })
      : locked
        ? t('notHeld', { action: fullNameOf(name) })
        : ''
  const off = readOnly || locked || state.kind === 'included'
  const box = (
    <input
      type="checkbox"
      className="check matrix-check"
      data-action={name}
      data-included={state.kind === 'included' || undefined}
      data-locked={locked || undefined}
      checked={state.kind !== 'open'}
      aria-label={reason ? `${label}. ${reason}` : label}
      aria-disabled={off || undefined}
      onChange={() => {
        if (locked && !readOnly) tell(name)
        if (!off) setActions(withAction(values.actions, name, state.kind === 'open'))
      }}
    />
  )
  return <Tooltip title={reason ? `${fullNameOf(name)}: ${reason}` : fullNameOf(name)}>{box}</Tooltip>
}

/** For specific agents or libraries: their number, and a button to choose them. */
function SpecificCell(props: { action: SpecificAction; label: string; editing: MatrixEditing }) {
  const t = userRolesTexts.useText()
  const { action, label, editing } = props
  const { fullNameOf } = usePermissionNames()
  const { values, readOnly, choose } = editing
  const { given, included } = specificIds(values.entities, action)
  const count = given.length + included.length
  const words =
    count === 0 ? t('none') : t(entityTypeOf(action) === 'GptSystem' ? 'agents' : 'libraries', { count })
  if (readOnly && count === 0) return <span className="m3">{words}</span>
  return (
    <Tooltip title={fullNameOf(action)}>
      <button
        type="button"
        className="chip matrix-specific"
        data-action={action}
        data-some={count > 0 || undefined}
        aria-label={`${label}: ${words}`}
        onClick={() => choose(action)}
      >
        {words}
        {count > 0 && given.length === 0 ? <Check size={12} /> : <ChevronDown size={12} />}
      </button>
    </Tooltip>
  )
}

function Legend() {
  const t = userRolesTexts.useText()
  return (
    <div className="row small m2 matrix-legend" aria-hidden="true">
      <span className="row">
        <span className="matrix-mark" data-kind="granted">
          <Check size={12} />
        </span>
        {t('legendGranted')}
      </span>
      <span className="row">
        <span className="matrix-mark" data-kind="included">
          <Check size={12} />
        </span>
        {t('legendIncluded')}
      </span>
      <span className="row">
        <span className="matrix-mark" data-kind="locked" />
        {t('legendLocked')}
      </span>
      <span className="row">– {t('noSuchAction')}</span>
    </div>
  )
}
