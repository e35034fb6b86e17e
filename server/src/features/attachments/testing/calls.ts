import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

/** Creates an unsent attachment of anna's. */
async function attach(app: TestApplication): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['A sentence about lighthouses.'], 'lighthouses.txt'))
  const query = 'attachmentType=FileSearch&context=Conversation'
  const attached = await call<{ attachmentId: string }>(app, `/api/internal/attachments?${query}`, {
    token: await app.token('anna'),
    body: form,
  })
  return attached.body.attachmentId
}

export default {
  'attachments.upload': {
    access: 'signedIn',
    make: async () => ({
      input: { attachmentType: 'FileSearch', context: 'Conversation' },
      file: { name: 'lighthouses.txt', text: 'A sentence about lighthouses.' },
    }),
  },
  'attachments.get': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  },
  'attachments.getBase64': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  },
  'attachments.getState': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  },
  'attachments.remove': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  },
} satisfies Calls
