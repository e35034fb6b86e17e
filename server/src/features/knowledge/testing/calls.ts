import { randomUUID } from 'node:crypto'
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
    make: async ({ app }) => {
      const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
        token: await app.token('admin'),
        body: { name: `Library ${randomUUID()}` },
      })
      return {
        params: { fileLibraryId: body.dataSourceId },
        input: { mayBeSharedOnward: true },
        headers: ifMatch(),
      }
    },
  },
  'dataSources.removeLibrary': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ app }) => {
      const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
        token: await app.token('admin'),
        body: { name: `Library ${randomUUID()}` },
      })
      return { params: { fileLibraryId: body.dataSourceId } }
    },
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
  'dataSources.reIndex': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  },
  'retrievalDebugger.debugRetrieval': {
    access: [
      'DataSourcesRead',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
      'GptSystemsWrite',
    ],
    make: async ({ dataSourceId }) => ({
      input: { question: 'lighthouses', dataSourceIds: [dataSourceId] },
    }),
  },
  'vectorIndex.getStatus': { access: ['InstanceSettingsRead'], make: async () => ({}) },
} satisfies Calls
