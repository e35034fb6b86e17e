import { publishAgent } from './agents.ts'
import type { TestApplication } from './application.ts'
import type { World } from './case.ts'
import { call, openStream } from './client.ts'

const management = '/api/internal/gptSystems/system/management'

/**
 * Creates the objects that the cases refer to: anna's conversation with an answer that has a citation, an
 * agent, and a library.
 */
export async function createWorld(app: TestApplication, answer: () => void): Promise<World> {
  const admin = await app.token('admin')
  const gptSystemId = await publishAgent(app, 'World', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token: admin,
    body: { name: 'World' },
  })
  const draft = await call<{ configuration: { configStateId: string } }>(app, management, {
    token: admin,
    body: { name: 'Draft' },
  })
  answer()
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'A question of Anna' },
  })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The world has no conversation.')
  return {
    app,
    gptSystemId,
    stateId: draft.body.configuration.configStateId,
    conversationId: first.data.conversationId,
    segmentId: first.data.conversationSegmentId,
    dataSourceId: library.body.dataSourceId,
    citation: { title: 'world.txt', path: 'library/file' },
  }
}
