import type { RecordChange } from '../../../platform/audit/audit.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { removeOwnPolicy } from '../../chatAccessPolicies/index.ts'
import { readForgotten } from './store.ts'

const AT_ONCE = 20

/** Deletes the own policies of deleted agents whose restore period has ended, and records that. */
export function scheduleForgetting({
  audit,
  database,
  jobs,
}: Pick<Platform, 'audit' | 'database' | 'jobs'>): void {
  const origin = {
    actor: null,
    area: 'chatAccessPolicy',
    verb: 'remove',
    requestId: '',
    network: null,
    userAgent: null,
  }
  jobs.schedule('agents.removeForgotten', '23 * * * *', async () => {
    const slice = () =>
      database.transaction(async (tx) => {
        const forgotten = await readForgotten(tx, AT_ONCE)
        const changes: Parameters<RecordChange>[0][] = []
        for (const gptSystemId of forgotten)
          await removeOwnPolicy(tx, gptSystemId, (change) => changes.push(change))
        for (const change of changes) if (change !== 'nothing') await audit.record(tx, origin, change)
        return forgotten.length
      })
    await inSlices(slice)
  })
}
