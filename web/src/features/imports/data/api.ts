import type { conversations } from '@parlance/contract/conversations'
import { api } from '../../../api/api.ts'
import { paths } from '../../../api/paths.ts'
import { type Answer, request } from '../../../api/request.ts'
import { UploadQueue } from '../../../api/uploadQueue.ts'
import { importDialog } from '../../openers/importDialog.ts'

export type Import = Answer<typeof conversations.getImport>

export const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listImports: build.query<Answer<typeof conversations.listImports>, void>({
      query: request('conversations.listImports'),
      providesTags: ['Imports'],
    }),
  }),
})

export const isRunning = (one: Import | undefined): boolean => one !== undefined && one.finishedAt === null

/** One at a time, because the server rejects an import while another one runs. */
export const importUploads = new UploadQueue<{ gptSystemId: string }>({
  call: ({ gptSystemId }) => {
    const [method, path] = paths['conversations.import']
    return { method, path, query: { gptSystemId } }
  },
  arrived: (_, answer) => importDialog.set({ followed: (answer as Import).importId }),
})
