import { customInstructions as contract } from '@parlance/contract/customInstructions'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { ofCustomInstructions } from './personalDataStore.ts'
import { instructionsText } from './promptText.ts'
import * as store from './store.ts'

export { instructionsText } from './promptText.ts'
export { instructionsOfQuestion, type UsedInstructions } from './store.ts'

export interface CustomInstructions {
  /** Returns a person’s own custom instructions as a prompt has them now, and when they were last changed. */
  findText(actor: { userId: string }): Promise<{ text: string; updatedAt: string | null }>
}

/** What people tell all agents about themselves, and how they want answers. */
export function customInstructionsFeature(platform: Platform): CustomInstructions {
  const { database, erasure } = platform
  const { db } = database
  erasure.add(ownRows({ table: 'custom_instructions', owner: 'user_id', key: 'user_id' }))
  platform.personalData.add(ofCustomInstructions)
  serve(platform, contract, {
    // Another window can just have changed them, which a replica can be behind.
    getCustomInstructions: ({ actor }) => database.primary(() => store.findInstructions(db, actor)),
    updateCustomInstructions: (call) =>
      call.change(async (tx) => {
        const isStored = await store.putInstructions(tx, call.actor, call.ifMatch, call.input)
        const current = await store.findInstructions(tx, call.actor)
        if (!isStored) throw new AppError('request.stale', { current })
        return current
      }),
  })
  return {
    async findText(actor) {
      const { updatedAt, ...used } = await store.findInstructions(db, actor)
      return { text: instructionsText(used), updatedAt }
    },
  }
}
