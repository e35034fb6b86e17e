import type { Action } from '@parlance/contract/actions'

/** Who is calling, as read from the database for this request. */
export interface Actor {
  userId: string
  sessionId: string
  tenantId: string
  objectId: string
  name: string
  userName: string
  actions: ReadonlySet<Action>
  /** Rights on single objects: a *Specific action and the id that it holds for. */
  specific: readonly { action: Action; entityId: string }[]
}
