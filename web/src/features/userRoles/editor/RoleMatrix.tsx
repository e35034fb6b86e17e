import type { SpecificAction } from '@parlance/contract/actions'
import { useMemo, useState } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useOwnRights } from '../../currentUser/data/useActions.ts'
import { type NamedEntityRight, userRolesApi } from '../data/api.ts'
import { Matrix } from './Matrix.tsx'
import { mayGive, withRights } from './matrix.ts'
import { SkeletonRows } from './RoleSkeleton.tsx'
import type { RoleValues } from './roleForm.ts'
import { SpecificDialog } from './SpecificDialog.tsx'

interface Props {
  form: EditForm<RoleValues>
  /** The role's permissions for specific objects, with the objects' names from the server. */
  entities: readonly NamedEntityRight[]
  readOnly: boolean
}

/** The permission matrix with the dialog for specific agents and libraries. */
export function RoleMatrix({ form, entities, readOnly }: Props) {
  const actions = userRolesApi.useListUserActionsQuery()
  const own = useOwnRights()
  const [choosing, setChoosing] = useState<SpecificAction>()
  const { values, base, set, errors } = form
  const { names, learn } = useNames(entities)
  if (actions.error) return <LoadError error={actions.error} retry={actions.refetch} />
  if (!actions.data) return <SkeletonRows />
  return (
    <>
      <Matrix
        actions={actions.data}
        editing={{
          values,
          base,
          readOnly,
          setActions: (given) => set('actions', given),
          choose: setChoosing,
        }}
        error={errors.actions}
      />
      <div data-field="entities">
        <FieldError id="entities-error" error={errors.entities} />
      </div>
      {choosing && (
        <SpecificDialog
          action={choosing}
          values={values}
          base={base}
          readOnly={readOnly}
          names={names}
          mayGive={(entityId) => mayGive(choosing, entityId, own)}
          apply={(chosen) => {
            learn(chosen)
            set(
              'entities',
              withRights(
                values.entities,
                choosing,
                chosen.map(({ entityId }) => entityId),
              ),
            )
            setChoosing(undefined)
          }}
          close={() => setChoosing(undefined)}
        />
      )}
    </>
  )
}

/** Returns the objects' names, from the server and from those chosen here. */
function useNames(entities: readonly NamedEntityRight[]) {
  const [learnt, setLearnt] = useState<ReadonlyMap<string, string | null>>(new Map())
  const names = useMemo(
    () => new Map([...entities.map(({ entityId, name }) => [entityId, name] as const), ...learnt]),
    [entities, learnt],
  )
  const learn = (chosen: readonly { entityId: string; name: string | null }[]) =>
    setLearnt(new Map([...learnt, ...chosen.map(({ entityId, name }) => [entityId, name] as const)]))
  return { names, learn }
}
