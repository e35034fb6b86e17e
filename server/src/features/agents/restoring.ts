import { UpdateState } from '@parlance/contract/agentConfiguration'
import { agents as contract } from '@parlance/contract/agents'
import type { z } from 'zod'
import type { EngineRegistry, Engines } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Recorded } from '../../platform/audit/differences.ts'
import { type Restorers, validState } from '../../platform/audit/restorers.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readAvatars, writeAvatar } from './avatars/store.ts'
import { locked, writeBrand, writeLimits, writeUx } from './managing/service.ts'
import type { ManagedAgent } from './managing/store.ts'
import { recordedPublishing, setPublishing } from './publishing/service.ts'
import { findPublishable } from './publishing/store.ts'
import * as store from './store.ts'
import { recorded, writeDraft } from './writing.ts'

/**
 * Restores drafts, except for their library links, with an avatar that a state of the agent still has. Also
 * restores an agent's earlier publishing and limits.
 */
export function restoreAgents(restorers: Restorers, engines: Engines): void {
  async function draft(tx: Sql, actor: Actor, stateId: string) {
    const found = await store.findWritableState(tx, actor, stateId)
    if (!found) throw new AppError('agent.stateNotFound')
    if (found.status !== 'Draft') throw new AppError('agent.stateNotDraft')
    return found
  }
  async function agent(tx: Sql, actor: Actor, gptSystemId: string) {
    const found = await findPublishable(tx, actor, gptSystemId)
    if (!found) throw new AppError('agent.notFound')
    return found
  }

  /** The avatars available to a locked draft, until one is chosen. */
  const pictures = new WeakMap<Recorded, string[]>()
  restorers.add({
    entityType: 'ConfigurationState',
    fields: [...Object.keys(UpdateState.shape), 'avatarFileName'],
    rights: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    async lock(tx, actor, stateId) {
      const found = await draft(tx, actor, stateId)
      const present = recorded(found)
      const there = await readAvatars(tx, found.gptSystemId)
      pictures.set(
        present,
        there.map(({ fileName }) => fileName),
      )
      return present
    },
    possible(former, present) {
      const { avatarFileName = null } = former
      const isThere = avatarFileName === null || pictures.get(present)?.includes(String(avatarFileName))
      return isThere ? former : { ...former, avatarFileName: present.avatarFileName }
    },
    async apply(tx, { actor, entityId, state: { avatarFileName, ...state } }, record) {
      const before = await draft(tx, actor, entityId)
      if (avatarFileName !== before.avatarFileName) {
        const there = await readAvatars(tx, before.gptSystemId)
        await writeAvatar(tx, entityId, there.find(({ fileName }) => fileName === avatarFileName) ?? null)
      }
      await writeDraft(tx, before, validState(UpdateState, state), record)
    },
  })

  /**
   * The parts of an agent outside its configuration. Each has its own entity type, so it can be restored alone.
   */
  const addPart = <S extends z.ZodObject>(
    entityType: string,
    input: S,
    part: {
      of: (agent: ManagedAgent) => Recorded
      write: (tx: Sql, agent: ManagedAgent, value: z.output<S>, record: RecordChange) => Promise<void>
    },
  ) =>
    restorers.add({
      entityType,
      fields: Object.keys(input.shape),
      rights: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
      lock: async (tx, actor, gptSystemId) => part.of(await locked(tx, actor, gptSystemId)),
      apply: async (tx, { actor, entityId, state }, record) =>
        part.write(tx, await locked(tx, actor, entityId), validState(input, state), record),
    })
  addPart('GptSystemLimits', contract.updateLimits.input, {
    of: ({ limits }) => ({ limits }),
    write: (tx, found, { limits }, record) => writeLimits(tx, found, limits, record),
  })
  addPart('GptSystemBrand', contract.updateGptSystem.input, {
    of: ({ brandKey }) => ({ brandKey }),
    write: (tx, found, { brandKey }, record) => writeBrand(tx, found, brandKey, record),
  })
  addPart('GptSystemUx', contract.updateUx.input, { of: ({ ux }) => ux, write: writeUx })

  let registry: EngineRegistry | null = null
  restorers.add({
    entityType: 'GptSystem',
    fields: ['publishedStateId', 'listedInDirectory', 'categories'],
    rights: ['GptSystemsPublish'],
    async prepare() {
      registry = await engines.current()
    },
    lock: async (tx, actor, gptSystemId) => recordedPublishing(await agent(tx, actor, gptSystemId)),
    async apply(tx, { actor, entityId: gptSystemId, state }, record) {
      if (!registry) throw new Error("The restore of an agent wasn't prepared.")
      const { publishedStateId: gptSystemConfigurationStateId = null, ...listing } = state
      const input = validState(contract.updatePublishing.input, { gptSystemConfigurationStateId, ...listing })
      const { gptSystemConfigurationStateId: publishedStateId, listedInDirectory, categories } = input
      const change = { publishedStateId, listedInDirectory, categories }
      const kind = publishedStateId ? 'Publish' : 'Unpublish'
      await setPublishing(tx, { registry, actor, gptSystemId, change, note: '', kind }, record)
    },
  })
}
