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

// bench/posts.ts runs this with the full counts.
test('two tabs that post to the same leaf at once keep both branches, each with its own answer', async () => {
  expect(await postFromTwoTabs(app, await app.token('anna'), agent, 15)).toEqual({ posts: 30, errors: [] })
})

test('[F7] posts that are cut off and retried, twice at once, are stored once', async () => {
  expect(await retryPosts(app, await app.token('ben'), agent, 24)).toEqual({ posts: 24, errors: [] })
})
