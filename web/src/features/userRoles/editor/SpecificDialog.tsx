import type { SpecificAction } from '@parlance/contract/actions'
import { client, limits } from '@parlance/contract/limits'
import { useId, useState } from 'react'
import { useAgentName } from '../../../ui/agentName.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { PermissionName } from '../../../ui/permissions/permissionName.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { userRolesTexts } from '../lang/en.ts'
import { entityTypeOf, specificIds } from './matrix.ts'
import type { RoleValues } from './roleForm.ts'
import { useEntities } from './useEntities.ts'

/** An agent or library; its name is null if the user can’t see it. An agent’s can be empty. */
interface Chosen {
  entityId: string
  name: string | null
}

interface Props {
  action: SpecificAction
  values: RoleValues
  /** The saved values. What is already granted can stay. */
  base: RoleValues
  readOnly: boolean
  /** Known names by ID. */
  names: ReadonlyMap<string, string | null>
  mayGive: (entityId: string) => boolean
  apply: (chosen: Chosen[]) => void
  close: () => void
}

/** Chooses the agents or file libraries that a *Specific* action is granted for. */
export function SpecificDialog(props: Props) {
  const { action, values, readOnly, names, apply, close } = props
  const t = userRolesTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { given, included } = specificIds(values.entities, action)
  const [chosen, setChosen] = useState(
    () => new Map(given.map((entityId) => [entityId, names.get(entityId) ?? null])),
  )
  const agents = entityTypeOf(action) === 'GptSystem'
  const others = values.entities.filter((right) => right.action !== action).length
  const tooMany = chosen.size + others > limits.entityRightsPerRole
  const toggle = ({ entityId, name }: Chosen) => {
    const next = new Map(chosen)
    if (!next.delete(entityId)) next.set(entityId, name)
    setChosen(next)
  }
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3" id={id}>
          {t(agents ? 'chooseAgents' : 'chooseLibraries')}
        </h2>
        <p className="m2 s13">
          {t(action.includes('Write') ? 'specificWrite' : 'specificRead')} <PermissionName action={action} />
        </p>
        <Entities {...props} chosen={chosen} included={included} toggle={toggle} />
        {tooMany && <p className="error">{t('tooMany', { max: limits.entityRightsPerRole })}</p>}
        <div className="row actions">
          <span className="grow small m2 num" role="status">
            {t('chosen', { count: chosen.size })}
          </span>
          <button type="button" className="btn ghost" onClick={close}>
            {readOnly ? common('close') : common('cancel')}
          </button>
          {!readOnly && (
            <button
              type="button"
              className="btn pri"
              disabled={tooMany}
              onClick={() => apply([...chosen].map(([entityId, name]) => ({ entityId, name })))}
            >
              {t('apply')}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface EntitiesProps extends Props {
  chosen: ReadonlyMap<string, string | null>
  included: readonly string[]
  toggle: (entity: Chosen) => void
}

function Entities({ action, readOnly, mayGive, chosen, included, toggle }: EntitiesProps) {
  const t = userRolesTexts.useText()
  const named = useAgentName()
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search.trim(), client.titleSearchDebounceMs)
  const type = entityTypeOf(action)
  const query = useEntities(type, wanted)
  const found = query.data?.pages.flatMap(({ items }) => items) ?? []
  // Selected objects that the user can't see are listed first.
  const listed = new Set(found.map(({ entityId }) => entityId))
  const unseen = [...chosen]
    .filter(([entityId]) => wanted === '' && !query.hasNextPage && query.data && !listed.has(entityId))
    .map(([entityId, name]) => ({ entityId, name }))
  const label = t(type === 'GptSystem' ? 'searchAgents' : 'searchLibraries')
  return (
    <>
      <SearchField label={label} value={search} change={setSearch} />
      {query.error ? (
        <LoadError error={query.error} retry={query.refetch} />
      ) : (
        <ul className="entity-list" aria-label={label} aria-busy={query.isFetching}>
          {[...unseen, ...found].map((entity) => (
            <Choice
              key={entity.entityId}
              name={entity.name === null ? t('unseenName', { id: entity.entityId }) : named(entity.name)}
              on={chosen.has(entity.entityId)}
              included={included.includes(entity.entityId)}
              off={readOnly || !mayGive(entity.entityId)}
              readOnly={readOnly}
              toggle={() => toggle(entity)}
            />
          ))}
        </ul>
      )}
      {query.data && found.length === 0 && unseen.length === 0 && <p className="hint">{t('nothingFound')}</p>}
      {query.hasNextPage && (
        <button type="button" className="text-button s13" onClick={() => void query.fetchNextPage()}>
          {t('showMore')}
        </button>
      )}
    </>
  )
}

interface ChoiceProps {
  name: string
  on: boolean
  /** It is included in the permission to change the object. */
  included: boolean
  off: boolean
  readOnly: boolean
  toggle: () => void
}

function Choice({ name, on, included, off, readOnly, toggle }: ChoiceProps) {
  const t = userRolesTexts.useText()
  const id = useId()
  const why = included && !on ? t('includedByWrite') : off && !readOnly && !on ? t('notOwn') : undefined
  return (
    <li>
      <label className="row s13">
        <input
          type="checkbox"
          className="check"
          checked={on || included}
          disabled={(off && !on) || readOnly || (included && !on)}
          aria-describedby={why ? id : undefined}
          onChange={toggle}
        />
        <span className="grow">
          <bdi>{name}</bdi>
          {why && (
            <span className="small m3 entity-why" id={id}>
              {why}
            </span>
          )}
        </span>
      </label>
    </li>
  )
}
