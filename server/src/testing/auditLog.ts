import type { AuditEntry, AuditEntryRow } from '@parlance/contract/configurationAuditLogs'
import type { z } from 'zod'
import type { TestApplication } from './application.ts'
import { brandsPath, type CreatedBrand } from './brands.ts'
import { call, type JsonAnswer } from './client.ts'

export const auditPath = '/api/internal/configurationAuditLogs'
export type Entry = z.output<typeof AuditEntry>
type Row = z.output<typeof AuditEntryRow>

/** Returns the matching entries, newest first, as the administrator. */
export async function listEntries(app: TestApplication, query: Record<string, string>): Promise<Row[]> {
  const answer = await call<{ items: Row[] }>(app, `${auditPath}?${new URLSearchParams(query)}`, {
    token: await app.token('admin'),
  })
  if (answer.status !== 200) throw new Error(`The audit log wasn't listed: ${JSON.stringify(answer.body)}`)
  return answer.body.items
}

export async function getEntry(app: TestApplication, auditEntryId: string, user = 'admin'): Promise<Entry> {
  return (await call<Entry>(app, `${auditPath}/${auditEntryId}`, { token: await app.token(user) })).body
}

/** Returns the newest entry of an object with its details. */
export async function newestEntry(app: TestApplication, entityId: string): Promise<Entry> {
  const [row] = await listEntries(app, { entityId, pageSize: '1' })
  if (!row) throw new Error(`The audit log has no entry for ${entityId}.`)
  return getEntry(app, row.auditEntryId)
}

/** Restores an entry at the version that was seen. */
export async function restore(
  app: TestApplication,
  { auditEntryId, version }: Pick<Entry, 'auditEntryId' | 'version'>,
  { reason = 'A mistake', user = 'admin' } = {},
): Promise<JsonAnswer<Entry & { code?: string; current?: Entry }>> {
  return call(app, `${auditPath}/${auditEntryId}/restore`, {
    token: await app.token(user),
    body: { reason },
    headers: { 'if-match': `"${version}"` },
  })
}

/** Changes a brand like its admin page. */
export async function updateBrand(
  app: TestApplication,
  brand: CreatedBrand,
  input: Record<string, unknown>,
): Promise<CreatedBrand> {
  const { name, hostNames } = brand
  const answer = await call<CreatedBrand>(app, `${brandsPath}/${brand.brandKey}`, {
    method: 'PUT',
    token: await app.token('admin'),
    body: { name, hostNames, theme: {}, ...input },
    headers: { 'if-match': `"${brand.version}"` },
  })
  if (answer.status !== 200) throw new Error(`The brand wasn't changed: ${JSON.stringify(answer.body)}`)
  return answer.body
}
