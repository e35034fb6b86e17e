import { setTimeout as wait } from 'node:timers/promises'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, World } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

const path = '/api/internal/userConversations/imports'

const file = {
  name: 'conversations.json',
  text: JSON.stringify([
    {
      title: 'Brought along',
      create_time: 1_710_000_000,
      mapping: {
        q: {
          id: 'q',
          parent: null,
          children: ['a'],
          message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['How tall?'] } },
        },
        a: {
          id: 'a',
          parent: 'q',
          children: [],
          message: {
            author: { role: 'assistant' },
            content: { content_type: 'text', parts: ['41 metres.'] },
          },
        },
      },
      current_node: 'a',
      conversation_id: 'brought-along',
    },
  ]),
}

/** Returns a user's latest import once it has ended; each user can run only one at a time. */
async function ended(app: TestApplication, token: string): Promise<string | null> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { body } = await call<{ items: { importId: string; finishedAt: string | null }[] }>(app, path, {
      token,
    })
    const [latest] = body.items
    if (!latest || latest.finishedAt !== null) return latest?.importId ?? null
    await wait(100)
  }
  throw new Error('The import didn’t finish.')
}

async function endedImport({ app, gptSystemId }: World): Promise<string> {
  const token = await app.token('anna')
  const known = await ended(app, token)
  if (known) return known
  const form = new FormData()
  form.set('file', new File([file.text], file.name))
  const begun = await call<{ importId: string }>(app, `${path}?gptSystemId=${gptSystemId}`, {
    token,
    body: form,
  })
  await ended(app, token)
  return begun.body.importId
}

export default {
  'conversations.import': {
    access: 'signedIn',
    make: async ({ app, gptSystemId }) => {
      await ended(app, await app.token('anna'))
      return { input: { gptSystemId }, file }
    },
  },
  'conversations.listImports': { access: 'signedIn', make: async () => ({}) },
  'conversations.getImport': {
    access: 'signedIn',
    make: async (world) => ({ params: { importId: await endedImport(world) } }),
  },
} satisfies Calls
