import { configurationAuditLogs } from '@parlance/contract/configurationAuditLogs'
import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { createContinuation } from '../../platform/http/continuation.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { createExporting } from './exporting.ts'
import { ofAuditLog } from './personalDataStore.ts'
import { createRestoring } from './restoring.ts'
import * as store from './store.ts'

type List = typeof configurationAuditLogs.list
type Verification = Answer<typeof configurationAuditLogs.verify>

/** The audit log: browsing, verifying, exporting, and restoring. */
export default function auditLogFeature(platform: Platform): void {
  const { database, config, audit } = platform
  platform.personalData.add(ofAuditLog)
  const pages = createContinuation<store.Position>(config.secretKey, 'auditLog')
  const { getEntry, restore } = createRestoring(platform)
  let verifying: Promise<Verification> | null = null

  async function list({ pageSize = limits.pageSize, continuationToken, ...filter }: Input<List>) {
    const after = pages.read(continuationToken)
    const rows = await store.readPage(database.db, { filter, after, limit: pageSize + 1 })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, continuationToken: more ? pages.write({ at: last.at, seq: last.seq }) : null }
  }

  async function walk(): Promise<Verification> {
    const { outside, ...verified } = await audit.verify()
    return { ...verified, notedOutside: outside?.seq ?? null }
  }

  serve(platform, configurationAuditLogs, {
    list: ({ input }) => list(input),
    get: ({ actor, params }) => getEntry(actor, params.auditEntryId),
    restore,
    export: createExporting(platform),
    // Concurrent callers share the result of a running verification.
    verify: () => {
      verifying ??= walk().finally(() => {
        verifying = null
      })
      return verifying
    },
  })
}
