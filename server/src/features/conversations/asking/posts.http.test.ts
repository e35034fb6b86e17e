import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { answerTo, postFromTwoTabs, retryPosts } from '../testing/posts.ts'

let app: TestApplication
let agent: string

beforeAll(async () => {
  const engine = createScriptedEngine()
  engine.play(async (writer, _, { messages }) => void writer.text(answerTo(messages.at(-1)?.content ?? '')))
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  agent = await publishAgent(app, 'Posted to', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})
afterAll(() => app?.remove())

// The whole counts are those of bench/posts.ts.
test('of two tabs that post to one leaf at once both branches are kept, with their own answers', async () => {
  expect(await postFromTwoTabs(app, await app.token('anna'), agent, 15)).toEqual({ posts: 30, faults: [] })
})

test('[F7] posts that are cut off and sent again, twice at once, are stored once', async () => {
  expect(await retryPosts(app, await app.token('ben'), agent, 24)).toEqual({ posts: 24, faults: [] })
})
