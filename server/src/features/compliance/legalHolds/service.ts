import type { legalHolds as contract } from '@parlance/contract/legalHolds'
import { limits } from '@parlance/contract/limits'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import * as store from './store.ts'

/** Legal holds: what can't be deleted until someone releases it. */
export function createLegalHolds({ config, database }: Platform) {
  const pages = createContinuation<store.Position>(config.secretKey, 'legalHolds')
  return {
    async listLegalHolds({ input }: Call<typeof contract.listLegalHolds>) {
      const { pageSize = limits.pageSize } = input
      const found = await store.readHolds(database.db, {
        released: input.released === 'true',
        after: pages.read(input.continuationToken),
        limit: pageSize + 1,
      })
      const items = found.slice(0, pageSize)
      const last = found.length > pageSize ? items.at(-1) : undefined
      return { items, continuationToken: last ? pages.write({ at: last.setAt, id: last.legalHoldId }) : null }
    },
    createLegalHold: (call: Call<typeof contract.createLegalHold>) =>
      call.change(async (tx, record) => {
        const { reason, subject } = call.input
        if ((await store.lockCount(tx)) >= limits.legalHolds) throw new AppError('legalHold.limit')
        if (!(await store.isThere(tx, subject)))
          throw new AppError('request.invalid', {
            fields: [{ field: 'subject', message: `This ${subject.kind.toLowerCase()} doesn’t exist.` }],
          })
        const row = await store.insertHold(tx, call.actor, subject, reason)
        record({ ...entityOf(row), before: null, after: { subject, reason } })
        return row
      }),
    releaseLegalHold: (call: Call<typeof contract.releaseLegalHold>) =>
      call.change(async (tx, record) => {
        const row = await store.lockHold(tx, call.params.legalHoldId)
        if (!row) throw new AppError('legalHold.notFound')
        if (row.releasedAt) throw new AppError('legalHold.released')
        await store.release(tx, call.actor, row.legalHoldId)
        const { subject, reason } = row
        record({ ...entityOf(row), before: { subject, reason }, after: null })
        return {}
      }),
  }
}

const entityOf = ({ legalHoldId, name }: store.LegalHoldRow) => ({
  entityType: 'LegalHold',
  entityId: legalHoldId,
  entityName: name ?? '',
})
