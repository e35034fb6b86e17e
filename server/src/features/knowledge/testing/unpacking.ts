import { setTimeout as wait } from 'node:timers/promises'
import type { LibraryArchive } from '@parlance/contract/dataSources'
import type { z } from 'zod'
import type { TestApplication } from '../../../testing/application.ts'
import { call, type JsonAnswer } from '../../../testing/client.ts'

export type Archive = z.output<typeof LibraryArchive>
export interface ArchiveRefusal {
  ordinal: number
  path: string
  reason: string
}

const WAIT_MS = 300_000

interface Sent {
  name?: string
  folder?: string
  /** By default, that of `admin`. */
  token?: string
  headers?: Record<string, string>
}

export async function uploadArchive(
  app: TestApplication,
  dataSourceId: string,
  bytes: Buffer<ArrayBuffer>,
  { name = 'archive.zip', folder = '', token, headers = {} }: Sent = {},
): Promise<JsonAnswer<Archive & { code: string; title: string }>> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  const query = folder && `?${new URLSearchParams({ folder })}`
  return call(app, `/api/internal/dataSources/${dataSourceId}/archives${query}`, {
    token: token ?? (await app.token('admin')),
    body: form,
    headers,
  })
}

export async function listArchives(app: TestApplication, dataSourceId: string): Promise<Archive[]> {
  const token = await app.token('admin')
  const path = `/api/internal/dataSources/${dataSourceId}/archives`
  return (await call<{ items: Archive[] }>(app, path, { token })).body.items
}

/** Waits until an archive is unpacked. */
export async function unpacked(
  app: TestApplication,
  { dataSourceId, archiveId }: Pick<Archive, 'dataSourceId' | 'archiveId'>,
): Promise<Archive> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await wait(50)) {
    const found = (await listArchives(app, dataSourceId)).find((one) => one.archiveId === archiveId)
    if (found && found.finishedAt !== null) return found
  }
  throw new Error('The archive wasn’t unpacked in time.')
}

/** All files of an archive that were refused. */
export async function listRefusals(
  app: TestApplication,
  { dataSourceId, archiveId }: Pick<Archive, 'dataSourceId' | 'archiveId'>,
): Promise<ArchiveRefusal[]> {
  const token = await app.token('admin')
  const path = `/api/internal/dataSources/${dataSourceId}/archives/${archiveId}/refusals`
  const all: ArchiveRefusal[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body }: { body: { items: ArchiveRefusal[]; continuationToken: string | null } } = await call(
      app,
      `${path}${next && `?continuationToken=${next}`}`,
      { token },
    )
    all.push(...body.items)
    next = body.continuationToken
  }
  return all
}
