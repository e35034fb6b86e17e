import { memories as contract } from '@parlance/contract/memories'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { ofMemories } from './personalDataStore.ts'
import { createRemembering, type Remembering } from './remembering.ts'
import { createService } from './service.ts'
import * as store from './store.ts'

export { memoryText } from './memoryText.ts'
export { memoriesText } from './promptText.ts'
export type { Added, Remembering } from './remembering.ts'
export { memoriesOfQuestion, type UsedMemory } from './store.ts'

export interface Memories extends Remembering {
  /** Whether the instance allows memory. Otherwise no statement needs to ask for memories. */
  isAllowed(): Promise<boolean>
  /** Returns the current texts of those of a person's memories that still exist. */
  listTexts: typeof store.listTexts
}

/** What is remembered about people from their chats: seen, changed, and deleted by themselves alone. */
export function memoriesFeature(platform: Platform, instance: CurrentInstance): Memories {
  const { database, erasure, jobs } = platform
  erasure.add(
    ownRows({ table: 'memory', owner: 'user_id', key: 'id' }),
    ownRows({ table: 'memory_user', owner: 'user_id', key: 'user_id' }),
  )
  erasure.addOfConversations({ columns: ['memory.source_segment_id'], erase: store.forgetSources })
  platform.personalData.add(ofMemories)
  jobs.schedule('memories.removeProposed', '23 * * * *', () => store.removeProposed(database))
  serve(platform, contract, createService(platform, instance))
  return {
    ...createRemembering(platform),
    isAllowed: async () => (await instance.read()).memoryAllowed,
    listTexts: store.listTexts,
  }
}
