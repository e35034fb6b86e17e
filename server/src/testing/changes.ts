import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { auditPath } from './auditLog.ts'
import { brandsPath } from './brands.ts'
import { call } from './client.ts'
import { type Product, startProduct } from './product.ts'

const AT_ONCE = 4

export interface KilledSeries {
  /** Changes acknowledged before the kill. */
  acknowledged: number
  /** Changes stored in the database. */
  stored: number
  /** Audit log entries of these changes. */
  entries: number
  /** Acknowledged changes that are missing or have no entry. */
  lost: number
  /** The first invalid entry, as found by the restarted product; null if all are intact. */
  firstBroken: number | null
}

interface Changed {
  brandKey: string
  /** The version and brand names of the acknowledged changes. */
  version: number
  names: string[]
}

/** Changes brands in parallel, kills the product in the middle, restarts it, and counts. */
export async function killAmongChanges(
  product: Product,
  { most, databaseUrl }: { most: number; databaseUrl?: string },
): Promise<KilledSeries & { product: Product }> {
  const token = await product.token('admin')
  const begun = await Promise.all(Array.from({ length: AT_ONCE }, () => addBrand(product, token)))
  const changing = begun.map((brand) => change(product, token, brand, Math.ceil(most / AT_ONCE)))
  const all = Promise.all(changing).then(() => true)
  const pause = (ms: number) => Promise.race([all, wait(ms).then(() => false)])
  let isOver = await pause(50 + Math.random() * 10 * most)
  // A busy machine can need longer for the first one.
  while (!isOver && begun.every(({ version }) => version === 1)) isOver = await pause(20)
  await product.kill()
  await Promise.all(changing)
  const { dataDir } = product
  const again = await startProduct({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) })
  return { ...(await count(again, begun)), product: again }
}

async function addBrand(product: Product, token: string): Promise<Changed> {
  const brandKey = `k-${randomUUID().slice(0, 12)}`
  const created = await call(product, brandsPath, { token, body: { brandKey, name: brandKey } })
  if (created.status !== 200) throw new Error(`No brand was created: ${JSON.stringify(created.body)}`)
  return { brandKey, version: 1, names: [brandKey] }
}

/** Makes one change after another until the product is gone. */
async function change(product: Product, token: string, brand: Changed, times: number): Promise<void> {
  for (let index = 1; index <= times; index += 1) {
    const name = `${brand.brandKey} ${index}`
    const answer = await call<{ version: number }>(product, `${brandsPath}/${brand.brandKey}`, {
      method: 'PUT',
      token,
      body: { name, hostNames: [], theme: {} },
      headers: { 'if-match': `"${brand.version}"` },
    }).catch(() => null)
    if (answer?.status !== 200) return
    brand.version = answer.body.version
    brand.names.push(name)
  }
}

async function count(product: Product, brands: readonly Changed[]): Promise<KilledSeries> {
  const token = await product.token('admin')
  const sum: KilledSeries = { acknowledged: 0, stored: 0, entries: 0, lost: 0, firstBroken: null }
  for (const { brandKey, version, names } of brands) {
    const { body } = await call<{ version: number }>(product, `${brandsPath}/${brandKey}`, { token })
    const recorded = await namesRecorded(product, token, brandKey)
    sum.acknowledged += version
    sum.stored += body.version
    sum.entries += recorded.length
    sum.lost += names.filter((name) => !recorded.includes(name)).length + Math.max(0, version - body.version)
  }
  const verified = await call<{ firstBroken: number | null }>(product, `${auditPath}/verify`, {
    token,
    body: {},
  })
  return { ...sum, firstBroken: verified.body.firstBroken }
}

/** Returns a brand's name after each of its changes, from the audit log. */
async function namesRecorded(product: Product, token: string, brandKey: string): Promise<string[]> {
  const query = new URLSearchParams({ format: 'json', entityId: brandKey, outcome: 'Done' })
  const { body } = await call<{ entityName: string }[]>(product, `${auditPath}/export?${query}`, { token })
  return body.map(({ entityName }) => entityName)
}
