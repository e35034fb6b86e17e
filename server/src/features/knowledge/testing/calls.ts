import { randomUUID } from 'node:crypto'
import type { Calls } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'

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
  'dataSources.uploadFile': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ dataSourceId }) => ({
      params: { dataSourceId },
      file: { name: `${randomUUID()}.txt`, text: 'A sentence about lighthouses.' },
    }),
  },
  'dataSources.removeFile': {
    access: ['DataSourcesWrite', 'DataSourcesWriteSpecific'],
    make: async ({ app, dataSourceId }) => {
      const form = new FormData()
      form.set('file', new File(['To be removed.'], `${randomUUID()}.txt`))
      const added = await call<{ fileId: string }>(app, `/api/internal/dataSources/${dataSourceId}/files`, {
        token: await app.token('admin'),
        body: form,
      })
      return { params: { dataSourceId, fileId: added.body.fileId } }
    },
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
} satisfies Calls
