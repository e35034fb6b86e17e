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
  text: string | Uint8Array<ArrayBuffer>
}

/** Creates a library of these files and waits until all are indexed; returns its ID and the seconds it took. */
export async function addLibrary(
  product: Reached,
  name: string,
  files: readonly TextFile[],
  graphIndex = true,
) {
  const dataSourceId = await createLibrary(product, name, graphIndex)
  const begun = performance.now()
  for (const file of files) await upload(product, dataSourceId, file)
  const passages = await allReady(product, new Map([[dataSourceId, files.length]]))
  return { dataSourceId, passages, seconds: (performance.now() - begun) / 1000 }
}

/** Creates an empty library and returns its ID. */
export async function createLibrary(product: Reached, name: string, graphIndex = true): Promise<string> {
  const body = { name: `${name} ${randomUUID().slice(0, 8)}`, graphIndex }
  return (await ask<{ dataSourceId: string }>(product, '/fileLibraries', body)).dataSourceId
}

export async function upload(product: Reached, dataSourceId: string, file: TextFile): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([file.text]), file.name)
  await ask(product, `/dataSources/${dataSourceId}/files`, form)
}

/** Waits until libraries have this many searchable files each, and returns the number of their passages. */
export async function allReady(product: Reached, files: ReadonlyMap<string, number>): Promise<number> {
  for (;;) {
    const { items } = await ask<{
      items: { dataSourceId: string; filesReady: number; filesFailed: number; passages: number }[]
    }>(product, '/dataSources?pageSize=200')
    const libraries = items.filter((item) => files.has(item.dataSourceId))
    if (libraries.length < files.size) throw new Error('A library isn’t in the list.')
    const failed = libraries.reduce((sum, library) => sum + library.filesFailed, 0)
    if (failed > 0) throw new Error(`${failed} files couldn’t be processed.`)
    if (libraries.every((library) => library.filesReady === files.get(library.dataSourceId)))
      return libraries.reduce((sum, library) => sum + library.passages, 0)
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

/** Turns the graph of a library on or off. */
export async function setGraph(product: Reached, dataSourceId: string, graphIndex: boolean): Promise<void> {
  const { version } = await ask<{ version: number }>(product, `/dataSources/${dataSourceId}`)
  await ask(product, `/fileLibraries/${dataSourceId}`, { graphIndex }, 'PUT', version)
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
