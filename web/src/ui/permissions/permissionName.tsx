import { actions } from '@parlance/contract/actions'
import { permissionTexts } from './lang/en.ts'

const known: ReadonlySet<string> = new Set(actions)

export interface PermissionNames {
  /** The name alone, for lists. A new permission that this page doesn’t know keeps the API’s name. */
  nameOf(action: string): string
  /** For sentences: “Read agents” (GptSystemsRead) */
  fullNameOf(action: string): string
}

/** Returns functions for the names of permissions in the language of the page. */
export function usePermissionNames(): PermissionNames {
  const t = permissionTexts.useText()
  const nameOf = (action: string) =>
    known.has(action) ? t(action as keyof typeof permissionTexts.english) : action
  return {
    nameOf,
    fullNameOf: (action) => (known.has(action) ? t('withApiName', { name: nameOf(action), action }) : action),
  }
}

/** A permission's name, followed by the one that the API and the guide use. */
export function PermissionName({ action }: { action: string }) {
  const { nameOf } = usePermissionNames()
  const name = nameOf(action)
  return (
    <>
      <bdi>{name}</bdi>
      {name !== action && (
        <>
          {' '}
          <bdi className="mono m3 permission-api-name" dir="ltr">
            {action}
          </bdi>
        </>
      )}
    </>
  )
}
