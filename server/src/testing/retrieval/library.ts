import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { call, ifMatch } from '../client.ts'

/** Access to the product as a user who can manage libraries and agents. */
export interface Reached {
  origin: string
  token: string
  /** The CPU time that its processes have used so far, in milliseconds. */
  usedMs?: () => number
}

export interface Found {
  terms: string[]
  passages: { fileName: string; ordinal: number; text: string; score: number }[]
  coverage: number
}

/** Makes a call that must succeed. */
export async function ask<T>(
  product: Reached,
  path: string,
  body?: unknown,
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE',
  version = 1,
): Promise<T> {
  const { token } = product
  const headers = method === 'PUT' ? ifMatch(version) : {}
  const options = { token, headers, ...(body === undefined ? {} : { body }), ...(method ? { method } : {}) }
  const answer = await call<T>(product, `/api/internal${path}`, options)
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export interface TextFile {
  name: string
  text: string
}

/** Creates a library of these files and waits until all are indexed; returns its ID and the seconds it took. */
export async function addLibrary(
  product: Reached,
  name: string,
  files: readonly TextFile[],
  graphIndex = true,
) {
  const body = { name: `${name} ${randomUUID().slice(0, 8)}`, graphIndex }
  const { dataSourceId } = await ask<{ dataSourceId: string }>(product, '/fileLibraries', body)
  const begun = performance.now()
  for (const file of files) {
    const form = new FormData()
    form.append('file', new Blob([file.text]), file.name)
    await ask(product, `/dataSources/${dataSourceId}/files`, form)
  }
  const passages = await allReady(product, dataSourceId, files.length)
  return { dataSourceId, passages, seconds: (performance.now() - begun) / 1000 }
}

async function allReady(product: Reached, dataSourceId: string, files: number): Promise<number> {
  for (;;) {
    const search = `/dataSources?pageSize=200`
    const { items } = await ask<{
      items: { dataSourceId: string; filesReady: number; filesFailed: number; passages: number }[]
    }>(product, search)
    const library = items.find((item) => item.dataSourceId === dataSourceId)
    if (!library) throw new Error("The library isn't in the list.")
    if (library.filesFailed > 0) throw new Error(`${library.filesFailed} files couldn't be processed.`)
    if (library.filesReady === files) return library.passages
    await wait(100)
  }
}

export function find(
  product: Reached,
  dataSourceIds: string[],
  question: string,
  limit: number,
  useGraph?: boolean,
): Promise<Found> {
  return ask<Found>(product, '/retrievalDebugger', { question, dataSourceIds, limit, useGraph })
}

/** Waits until every file of a library is in its graph. */
export async function graphReady(product: Reached, dataSourceId: string): Promise<void> {
  for (;;) {
    const path = `/dataSources/${dataSourceId}/graph?pageSize=1`
    if ((await ask<{ state: string }>(product, path)).state === 'Ready') return
    await wait(50)
  }
}

/** Publishes an agent that answers from a library, with BuiltIn unless `state` names another engine;
 * returns its ID. Without a library, it reads only attachments. */
export async function addAgent(
  product: Reached,
  dataSourceId: string | null,
  state: Record<string, unknown> = {},
): Promise<string> {
  const management = '/gptSystems/system/management'
  const created = await ask<{ gptSystem: { gptSystemId: string }; configuration: { configStateId: string } }>(
    product,
    management,
    { name: 'Bench' },
  )
  const { gptSystemId } = created.gptSystem
  const gptSystemConfigurationStateId = created.configuration.configStateId
  if (dataSourceId !== null)
    await ask(product, `${management}/${gptSystemId}/ragDataSources`, { dataSourceId })
  const path = `/gptSystems/configurationStates/${gptSystemConfigurationStateId}`
  const body = { languageEngine: 'BuiltIn', capabilityTypes: ['FileSearch'], ...state }
  // Linking a library counts as a change.
  const version = dataSourceId === null ? 1 : 2
  await ask(product, path, body, 'PUT', version)
  const publishing = `${management}/${gptSystemId}/publishing`
  await ask(product, publishing, { gptSystemConfigurationStateId }, 'PUT', version)
  return gptSystemId
}
