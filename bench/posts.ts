/**
 * Checks whether a question is ever lost or stored twice [F7]. Two tabs post to the same leaf at the same
 * moment, and interrupted posts are retried with their keys, twice at once.
 *   node bench/posts.ts [--rounds 500] [--retries 500] [--database postgres://…]
 * Prints the counts and each error. Exits 1 on any error. Rate limits are off.
 */

import {
  answerTo,
  type Posted,
  postFromTwoTabs,
  retryPosts,
} from '../server/src/features/conversations/testing/posts.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { createScriptedEngine } from '../server/src/testing/scriptedEngine.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const engine = createScriptedEngine()
engine.play(async (writer, _, { messages }) => {
  const last = messages.at(-1)
  writer.text(answerTo(typeof last?.content === 'string' ? last.content : ''))
})
const app = await startTestApplication({
  engines: { OpenAICompatible: engine },
  environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
})
const token = await app.token('anna')
const agent = await publishAgent(app, 'Posted to', {
  languageEngine: 'OpenAICompatible',
  deploymentName: 'scripted',
})
const results = [
  await measured('two tabs on one leaf', () =>
    postFromTwoTabs(app, token, agent, Number(option('rounds', '500'))),
  ),
  await measured('retried posts', () => retryPosts(app, token, agent, Number(option('retries', '500')))),
]
await app.remove()
process.exitCode = results.every(({ errors }) => errors.length === 0) ? 0 : 1

async function measured(what: string, run: () => Promise<Posted>): Promise<Posted> {
  const begun = performance.now()
  const result = await run()
  say(
    `${what}: ${result.posts} posts, ${result.errors.length} errors (${round((performance.now() - begun) / 1000)} s)`,
  )
  for (const error of result.errors.slice(0, 20)) say(`  ${error}`)
  return result
}
