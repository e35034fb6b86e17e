import { randomUUID } from 'node:crypto'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { ifMatch } from '../../../testing/client.ts'
import { addMemory, allowMemory, listMemories } from './remembering.ts'

/** Creates a memory of anna's. */
async function ownMemory(app: TestApplication): Promise<{ memoryId: string }> {
  const token = await app.token('anna')
  await allowMemory(app, token)
  // The calls are made more often than there is room for.
  const [first] = await listMemories(app, token)
  return { memoryId: first?.memoryId ?? (await addMemory(app, token)) }
}
const textInput = () => ({ text: `Prefers ${randomUUID()}` })

export default {
  'memories.getMemorySettings': { access: 'signedIn', make: async () => ({}) },
  'memories.updateMemorySettings': { access: 'signedIn', make: async () => ({ input: { enabled: false } }) },
  'memories.listMemories': { access: 'signedIn', make: async () => ({}) },
  'memories.createMemory': {
    access: 'signedIn',
    make: async ({ app }) => {
      await allowMemory(app, await app.token('anna'))
      return { input: textInput() }
    },
  },
  'memories.clearMemories': { access: 'signedIn', make: async () => ({}) },
  'memories.getMemory': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await ownMemory(app) }),
  },
  'memories.updateMemory': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await ownMemory(app), input: textInput(), headers: ifMatch() }),
  },
  'memories.removeMemory': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await ownMemory(app) }),
  },
} satisfies Calls
