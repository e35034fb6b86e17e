import { setTimeout as wait } from 'node:timers/promises'
import type { DataSource, FoundPassage, LibraryFile } from '@parlance/contract/dataSources'
import type { z } from 'zod'
import type { TestApplication } from '../../../testing/application.ts'
import { call, type JsonAnswer } from '../../../testing/client.ts'

export type Library = z.output<typeof DataSource>
export type File = z.output<typeof LibraryFile>
export type Found = { terms: string[]; passages: z.output<typeof FoundPassage>[]; coverage: number }

const READY_WAIT_MS = 300_000

export async function createLibrary(app: TestApplication, name: string): Promise<string> {
  const token = await app.token('admin')
  const { body } = await call<Library>(app, '/api/internal/fileLibraries', { token, body: { name } })
  return body.dataSourceId
}

/** Uploads a file, as `admin` by default. */
export async function upload(
  app: TestApplication,
  dataSourceId: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  userName = 'admin',
): Promise<JsonAnswer<File>> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const path = `/api/internal/dataSources/${dataSourceId}/files`
  return call<File>(app, path, { token: await app.token(userName), body: form })
}

export async function listFiles(app: TestApplication, dataSourceId: string): Promise<File[]> {
  const token = await app.token('admin')
  const { body } = await call<{ items: File[] }>(app, `/api/internal/dataSources/${dataSourceId}/files`, {
    token,
  })
  return body.items
}

/** Waits until no file of the library is still being read, and all are in its graph. */
export async function settled(app: TestApplication, dataSourceId: string): Promise<File[]> {
  const token = await app.token('admin')
  const graph = `/api/internal/dataSources/${dataSourceId}/graph?pageSize=1`
  for (const end = Date.now() + READY_WAIT_MS; Date.now() < end; await wait(50)) {
    const files = await listFiles(app, dataSourceId)
    if (!files.every((file) => file.state === 'Ready' || file.state === 'Failed')) continue
    const { body } = await call<{ state: string }>(app, graph, { token })
    if (body.state !== 'Building') return files
  }
  throw new Error('The files weren’t processed in time.')
}

export async function find(app: TestApplication, dataSourceIds: string[], question: string): Promise<Found> {
  const token = await app.token('admin')
  const { body, status } = await call<Found>(app, '/api/internal/retrievalDebugger', {
    token,
    body: { question, dataSourceIds },
  })
  if (status !== 200) throw new Error(`debugRetrieval answered ${status}: ${JSON.stringify(body)}`)
  return body
}
