import type { currentUser } from '@parlance/contract/currentUser'
import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { findUsable } from '../store.ts'
import * as store from './store.ts'

/** The agents that users return to: recent or pinned. */
export function createFinding(database: Database) {
  const { db } = database
  return {
    listRecent: async ({ actor }: Call<typeof currentUser.listRecent>) => ({
      recentGptSystems: await store.listRecent(db, actor),
    }),

    listPinned: async ({ actor }: Call<typeof currentUser.listPinned>) => ({
      pinnedGptSystems: await store.listPinned(db, actor),
    }),

    async pin({ actor, params }: Call<typeof currentUser.pin>) {
      if (!(await findUsable(db, actor, params.gptSystemId))) throw new AppError('agent.notFound')
      const hasRoom = await database.transaction((tx) => store.pin(tx, actor, params.gptSystemId))
      if (!hasRoom) throw new AppError('agent.tooManyPins')
      return {}
    },

    async unpin({ actor, params }: Call<typeof currentUser.unpin>) {
      await store.unpin(db, actor, params.gptSystemId)
      return {}
    },

    async orderPins({ actor, input }: Call<typeof currentUser.orderPins>) {
      await database.transaction((tx) => store.orderPins(tx, actor, input.gptSystemIds))
      return {}
    },
  }
}
