import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Calls, World } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { packArchive } from '../../../testing/packedArchives.ts'
import { uploadArchive } from './unpacking.ts'

async function addedFile({ app, dataSourceId }: Pick<World, 'app' | 'dataSourceId'>) {
  const form = new FormData()
  form.set('file', new File(['To be changed.'], `${randomUUID()}.txt`))
  const added = await call<{ fileId: string }>(app, `/api/internal/dataSources/${dataSourceId}/files`, {
    token: await app.token('admin'),
    body: form,
  })
  return { dataSourceId, fileId: added.body.fileId }
}

async function addedLibrary({ app }: Pick<World, 'app'>): Promise<string> {
  const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token: await app.token('admin'),
    body: { name: `Library ${randomUUID()}` },
  })
  return body.dataSourceId
}

/** A library as it is left when the program that reads scanned pages is uninstalled, which tests don’t depend on. */
async function addedLibraryWithOcr(world: Pick<World, 'app'>): Promise<string> {
  const dataSourceId = await addedLibrary(world)
  const { db } = world.app.platform.database
  await sql`update data_source set ocr = 'Tesseract' where data_source_id = ${dataSourceId}`.execute(db)
  return dataSourceId
}

const passagesPath = (dataSourceId: string, fileId: string) =>
  `/api/internal/dataSources/${dataSourceId}/files/${fileId}/passages`

/** A passage of a new file once it is searchable. */
async function addedPassage(world: Pick<World, 'app' | 'dataSourceId'>) {
  const { app } = world
  const { dataSourceId, fileId } = await addedFile(world)
  const token = await app.token('admin')
  for (;;) {
    const { body } = await call<{ items: { passageId: string }[] }>(app, passagesPath(dataSourceId, fileId), {
      token,
    })
    const passageId = body.items[0]?.passageId
    if (passageId) return { dataSourceId, passageId }
    await wait(50)
  }
}

/** The title of a file, which is in the graph once the file has been read. */
async function addedEntity(world: Pick<World, 'app' | 'dataSourceId'>) {
  const { app, dataSourceId } = world
  await addedFile(world)
  const token = await app.token('admin')
  for (;;) {
    const path = `/api/internal/dataSources/${dataSourceId}/graph?kind=Title`
    const { body } = await call<{ entities: { entityId: string }[] }>(app, path, { token })
    const entityId = body.entities[0]?.entityId
    if (entityId) return { dataSourceId, entityId }
    await wait(50)
  }
}

/** Adds an archive whose only file can't be added. */
async function addedArchive({ app, dataSourceId }: Pick<World, 'app' | 'dataSourceId'>) {
  const bytes = packArchive([{ name: '../refused.txt', content: 'x' }])
  const { body } = await uploadArchive(app, dataSourceId, bytes)
  return { dataSourceId, archiveId: body.archiveId }
}

/** An archive that can be sent as text: checksums of which no byte isn't ASCII are soon found. */
function asciiArchive(name: string): string {
  for (let tries = 0; ; tries += 1) {
    const content = `A sentence about lighthouses, number ${tries}.`
    const bytes = packArchive([{ name, content, method: 0, mode: 0 }])
    if (bytes.every((byte) => byte < 128)) return bytes.toString('latin1')
  }
}

export default {
  'dataSources.createLibrary': {
    access: ['DataSourcesCreate'],
    make: async () => ({ input: { name: `Library ${randomUUID()}` } }),
  },
  'dataSources.updateLibrary': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({
      params: { fileLibraryId: await addedLibrary(world) },
      input: { mayBeSharedOnward: true },
      headers: ifMatch(),
    }),
  },
  'dataSources.removeLibrary': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: { fileLibraryId: await addedLibrary(world) } }),
  },
  'dataSources.listDataSources': {
    access: [
      'DataSourcesRead',
      'DataSourcesCreate',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
    ],
    make: async () => ({}),
  },
  'dataSources.getDataSource': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.listFiles': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.getHealth': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.getOcr': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.scanFiles': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: { dataSourceId: await addedLibraryWithOcr(world) } }),
  },
  'dataSources.listScannedPages': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedFile(world) }),
  },
  'dataSources.changeScan': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ app }) => ({
      params: await addedFile({ app, dataSourceId: await addedLibraryWithOcr({ app }) }),
      input: { action: 'Retry' },
    }),
  },
  'dataSources.listFolders': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.uploadFile': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({
      params: { dataSourceId },
      file: { name: `${randomUUID()}.txt`, text: 'A sentence about lighthouses.' },
    }),
  },
  'dataSources.uploadArchive': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({
      params: { dataSourceId },
      file: { name: 'archive.zip', text: asciiArchive(`${randomUUID()}.txt`) },
    }),
  },
  'dataSources.listArchives': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.listArchiveRefusals': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedArchive(world) }),
  },
  'dataSources.removeArchive': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedArchive(world) }),
  },
  'dataSources.removeFile': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedFile(world) }),
  },
  'dataSources.getFile': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedFile(world) }),
  },
  'dataSources.getFileContent': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedFile(world) }),
  },
  'dataSources.listPassages': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedFile(world) }),
  },
  'dataSources.getGraph': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.listEntityPassages': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedEntity(world) }),
  },
  'dataSources.viewPassage': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedPassage(world) }),
  },
  'dataSources.retryFile': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({ params: await addedFile(world) }),
  },
  'dataSources.changeFiles': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => {
      const { dataSourceId, fileId } = await addedFile(world)
      return { params: { dataSourceId }, input: { fileIds: [fileId], action: 'Move', folder: 'Moved' } }
    },
  },
  'dataSources.pauseIndexing': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId }, input: { paused: false } }),
  },
  'dataSources.estimateReIndex': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.estimateGraph': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'dataSources.reIndex': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'uploadedFileSources.listSources': {
    access: [
      'DataSourcesRead',
      'DataSourcesCreate',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
    ],
    make: async () => ({ params: { endpointsType: 'explicit' } }),
  },
  'uploadedFileSources.createSource': {
    access: ['DataSourcesCreate'],
    make: async () => ({
      params: { endpointsType: 'default' },
      input: { name: `Library ${randomUUID()}` },
    }),
  },
  'uploadedFileSources.getSource': {
    access: ['DataSourcesRead', 'DataSourcesWrite', 'DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { endpointsType: 'default', dataSourceId } }),
  },
  'uploadedFileSources.updateSource': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({
      params: { endpointsType: 'default', dataSourceId: await addedLibrary(world) },
      input: { description: 'Changed.' },
      headers: ifMatch(),
    }),
  },
  'uploadedFileSources.removeSource': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async (world) => ({
      params: { endpointsType: 'default', dataSourceId: await addedLibrary(world) },
    }),
  },
  'uploadedFileSources.probeEndpoints': {
    access: ['DataSourcesCreate', 'DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async () => ({
      input: {
        endpoints: {
          // An address that is never contacted.
          blobContainerUrl: 's3://files?endpoint=https://192.0.2.1',
          blobContainerCredential: 'id:secret',
        },
      },
    }),
  },
  'vectorIndex.getStatus': { access: ['InstanceSettingsRead'], make: async () => ({}) },
} satisfies Calls
