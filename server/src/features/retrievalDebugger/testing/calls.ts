import type { Calls } from '../../../testing/case.ts'

export default {
  'retrievalDebugger.debugRetrieval': {
    access: [
      'DataSourcesRead',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
      'GptSystemsWrite',
      'GptSystemsWriteSpecific',
    ],
    make: async ({ dataSourceId }) => ({
      input: { question: 'lighthouses', dataSourceIds: [dataSourceId] },
    }),
  },
} satisfies Calls
