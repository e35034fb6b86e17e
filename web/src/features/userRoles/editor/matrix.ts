import {
  type Action,
  implied,
  isSpecific,
  resolveActions,
  type SpecificAction,
} from '@parlance/contract/actions'
import type { EntityRight, UserAction } from '../data/api.ts'

export const columns = ['Read', 'Create', 'Write', 'ReadSpecific', 'WriteSpecific'] as const
export type Column = (typeof columns)[number]

/** The actions with one name: one for each column, and those without a column. */
export interface MatrixRow {
  name: string
  cells: Partial<Record<Column, UserAction>>
  further: UserAction[]
}
export interface MatrixGroup {
  key: 'manageAgents' | 'administration'
  rows: MatrixRow[]
}

const inManageAgents = ['Analytics', 'GptSystems', 'GptSystemConfigurations', 'DataSources']
/** The order of the pages in the navigation. Other rows follow in the product's order. */
const order = [
  ...inManageAgents,
  'Brands',
  'GuidelinesDocuments',
  'GuidelinesConsents',
  'ChatAccessPolicies',
  'UserRoles',
  'User',
  'UserRolePermissions',
  'UserConversations',
  'ConfigurationAuditLog',
  'InstanceSettings',
]
const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/**
 * `BrandsWrite` is column Write of row Brands. `GptSystemsPublish` has no column and belongs to the row of its
 * area.
 */
function placed({ name, area }: UserAction): { row: string; column: Column | undefined } {
  const [, row, column] = /^(.+?)(ReadSpecific|WriteSpecific|Read|Create|Write)$/.exec(name) ?? []
  return row ? { row, column: column as Column } : { row: area, column: undefined }
}

/** Builds rows and columns from the action names. Only the order is listed by hand. */
export function matrixOf(actions: readonly UserAction[]): MatrixGroup[] {
  const rows = new Map<string, MatrixRow>()
  for (const action of actions) {
    const { row: name, column } = placed(action)
    const row = rows.get(name) ?? { name, cells: {}, further: [] }
    if (column) row.cells[column] = action
    else row.further.push(action)
    rows.set(name, row)
  }
  const sorted = [...rows.values()].sort((one, two) => placeOf(one.name) - placeOf(two.name))
  const first = (row: MatrixRow) => inManageAgents.includes(row.name)
  return [
    { key: 'manageAgents', rows: sorted.filter(first) },
    { key: 'administration', rows: sorted.filter((row) => !first(row)) },
  ]
}

export type CellState = { kind: 'granted' | 'open' } | { kind: 'included'; by: Action }

/** Returns what a checkbox shows: granted, included in a granted action, or neither. */
export function stateOf(action: UserAction, given: ReadonlySet<Action>): CellState {
  if (given.has(action.name)) return { kind: 'granted' }
  const by = action.impliedBy.find((one) => given.has(one))
  return by ? { kind: 'included', by } : { kind: 'open' }
}

export const withAction = (given: readonly Action[], action: Action, on: boolean): Action[] =>
  on ? [...new Set([...given, action])].sort() : given.filter((one) => one !== action)

const rightKey = ({ action, entityId }: Pick<EntityRight, 'action' | 'entityId'>): string =>
  `${action} ${entityId}`

/** Sorts the permissions, so equal sets are equal values. */
export const sortedRights = (rights: readonly EntityRight[]): EntityRight[] =>
  rights
    .map(({ action, entityType, entityId }) => ({ action, entityType, entityId }))
    .sort((one, two) => (rightKey(one) < rightKey(two) ? -1 : 1))

/** Replaces the permissions of one action. */
export const withRights = (
  rights: readonly EntityRight[],
  action: SpecificAction,
  ids: Iterable<string>,
): EntityRight[] =>
  sortedRights([
    ...rights.filter((right) => right.action !== action),
    ...[...ids].map((entityId) => ({ action, entityType: entityTypeOf(action), entityId })),
  ])

export const entityTypeOf = (action: SpecificAction): EntityRight['entityType'] =>
  action.startsWith('GptSystems') ? 'GptSystem' : 'DataSource'

/** Returns the objects of a *Specific* action: those granted directly, and those included through Write. */
export function specificIds(
  rights: readonly EntityRight[],
  action: SpecificAction,
): { given: string[]; included: string[] } {
  const given = rights.filter((right) => right.action === action).map((right) => right.entityId)
  const included = rights
    .filter((right) => implied(right.action) === action && !given.includes(right.entityId))
    .map((right) => right.entityId)
  return { given, included }
}

/** All permissions of a role, including those for specific objects. */
export const resolvedOf = (actions: readonly Action[], rights: readonly EntityRight[]): Set<Action> =>
  new Set(resolveActions([...actions, ...rights.map((right) => right.action)]))

/** The permissions for all objects that include a *Specific* one. */
const covering: Record<SpecificAction, readonly Action[]> = {
  GptSystemsReadSpecific: ['GptSystemsWrite', 'GptSystemConfigurationsRead'],
  GptSystemsWriteSpecific: ['GptSystemsWrite'],
  DataSourcesReadSpecific: ['DataSourcesRead'],
  DataSourcesWriteSpecific: ['DataSourcesWrite'],
}

/**
 * Returns whether a user can grant others a permission for an object, which requires having it for that object
 * or for all.
 */
export function mayGive(
  action: SpecificAction,
  entityId: string,
  own: {
    held: ReadonlySet<Action>
    specific: readonly { action: Action; entityId: string }[]
  },
): boolean {
  return (
    covering[action].some((one) => own.held.has(one)) ||
    own.specific.some(
      (right) => right.entityId === entityId && (right.action === action || implied(right.action) === action),
    )
  )
}

export interface ActionChange {
  sign: '+' | '−'
  action: Action
  /** Only for *Specific* actions: the number of objects. */
  count?: number
}

interface RoleActions {
  actions: readonly Action[]
  entities: readonly EntityRight[]
}

/** Returns the granted and revoked actions. */
export function actionChanges(before: RoleActions, after: RoleActions): ActionChange[] {
  const plain = (sign: '+' | '−', from: RoleActions, to: RoleActions): ActionChange[] =>
    to.actions.filter((action) => !from.actions.includes(action)).map((action) => ({ sign, action }))
  const specific = (sign: '+' | '−', from: RoleActions, to: RoleActions): ActionChange[] => {
    const known = new Set(from.entities.map(rightKey))
    const counts = new Map<Action, number>()
    for (const right of to.entities.filter((one) => !known.has(rightKey(one))))
      counts.set(right.action, (counts.get(right.action) ?? 0) + 1)
    return [...counts].map(([action, count]) => ({ sign, action, count }))
  }
  return [
    ...plain('+', before, after),
    ...specific('+', before, after),
    ...plain('−', after, before),
    ...specific('−', after, before),
  ]
}

/** Returns the part of a role that a user can copy into a new role. */
export function giveable(
  role: RoleActions,
  own: Parameters<typeof mayGive>[2],
): { actions: Action[]; entities: EntityRight[]; left: Action[] } {
  const actions = role.actions.filter((action) => !isSpecific(action) && own.held.has(action))
  const entities = role.entities.filter(({ action, entityId }) => mayGive(action, entityId, own))
  const kept = new Set(entities.map(rightKey))
  const left = [
    ...role.actions.filter((action) => !own.held.has(action)),
    ...role.entities.filter((right) => !kept.has(rightKey(right))).map(({ action }) => action),
  ]
  return { actions, entities: sortedRights(entities), left: [...new Set(left)] }
}
