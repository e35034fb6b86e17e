import { setTimeout as wait } from 'node:timers/promises'
import { type Product, type ProductOptions, startProduct } from '../../server/src/testing/product.ts'
import { publishAgent } from '../rig/agent.ts'
import type { Cluster } from '../rig/postgres.ts'
import type { Caller } from '../rig/reader.ts'
import type { Process } from '../rig/yardstick.ts'
import { token as tokenText } from '../yardstick/fake-upstream.mjs'

/** The environment of an injection. */
export interface Ground {
  /** A provider whose model names determine how it answers. */
  upstream: Process
  /** A PostgreSQL server; null for the embedded database. */
  cluster: Cluster | null
  /** The scale: 1 is the short form; higher values repeat or extend it. */
  scale: number
}

export interface Finding {
  line: string
  /** True if nothing was lost, hung, or wrong, and the process is still running. */
  clean: boolean
}

export interface Injection {
  name: string
  /** The required kind of database; either one if undefined. */
  needs?: 'embedded' | 'postgres'
  run(ground: Ground): Promise<Finding[]>
}

/** Returns the full text of a benchmark model with this many tokens. */
export const wholeOf = (tokens: number): string =>
  Array.from({ length: tokens }, (_, index) => tokenText(index)).join('')

/** Starts a product that uses the benchmark provider, with an agent for one of its models. */
export async function startFor(
  ground: Ground,
  model: string,
  options: ProductOptions = {},
): Promise<{ product: Product; caller: Caller; options: ProductOptions }> {
  const own: ProductOptions = {
    ...(ground.cluster && !options.databaseUrl ? { databaseUrl: await ground.cluster.createDatabase() } : {}),
    ...options,
    environment: {
      COMPATIBLE_BASE_URL: `http://127.0.0.1:${ground.upstream.port}/v1`,
      COMPATIBLE_DEPLOYMENTS: model,
      ...options.environment,
    },
  }
  const product = await startProduct(own)
  const gptSystemId = await publishAgent(product, await product.token('admin'), model)
  const caller = { origins: [product.origin], token: await product.token('anna'), gptSystemId }
  return { product, caller, options: { ...own, dataDir: product.dataDir, port: product.port } }
}

interface Page<T> {
  items: T[]
}

/**
 * Waits until the guide of a new instance is indexed, because indexing delays writes in the embedded database.
 */
export async function untilIndexed(product: Product): Promise<void> {
  const headers = { authorization: `Bearer ${await product.token('admin')}` }
  const base = `${product.origin}/api/internal/dataSources`
  const list = async <T>(address: string) => (await (await fetch(address, { headers })).json()) as Page<T>
  for (;;) {
    const { items = [] } = await list<{ dataSourceId: string }>(base)
    const files = await Promise.all(
      items.map(({ dataSourceId }) => list<{ state: string }>(`${base}/${dataSourceId}/files?pageSize=200`)),
    )
    const states = files.flatMap((page) => (page.items ?? []).map(({ state }) => state))
    if (states.length > 0 && states.every((state) => state === 'Ready' || state === 'Failed')) return
    await wait(500)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
