import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { namedByPolicy } from '../chatAccessPolicies/index.ts'

/** May this person chat with the agent in the row `g` of gpt_system? Its owner, those a policy names, its managers. */
export function usableBy(actor: Pick<Actor, 'userId' | 'actions'>): RawBuilder<boolean> {
  const manages = actor.actions.has('GptSystemsWrite')
  return sql<boolean>`(g.deleted_at is null and g.published_state_id is not null and (
    g.owner_user_id = ${actor.userId}::uuid
    or (${manages} and g.gpt_system_type = 'System')
    or ${namedByPolicy(actor.userId)}))`
}

/** The system agents whose configuration this person may change: all, or those named by a *Specific right. */
export function writableBy(actor: Actor): RawBuilder<boolean> {
  const named = actor.specific
    .filter((right) => right.action === 'GptSystemsWriteSpecific')
    .map((right) => right.entityId)
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${actor.actions.has('GptSystemsWrite')} or g.id = any(${named}::uuid[])))`
}

/** One's own agents. */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'User' and g.owner_user_id = ${actor.userId}::uuid)`
}

/** The system agents whose publishing this person may change: publishing rights alone open no configuration. */
export function publishableBy(actor: Actor): RawBuilder<boolean> {
  const named = actor.specific
    .filter(
      (right) => right.action === 'GptSystemsReadSpecific' || right.action === 'GptSystemsWriteSpecific',
    )
    .map((right) => right.entityId)
  const readsAll = actor.actions.has('GptSystemsWrite') || actor.actions.has('GptSystemConfigurationsRead')
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and ${actor.actions.has('GptSystemsPublish')} and (${readsAll} or g.id = any(${named}::uuid[])))`
}
