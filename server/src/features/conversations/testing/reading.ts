import { randomUUID } from 'node:crypto'
import type { AnswerRequest, Message, ToolCall } from '../../../engines/engine.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../../testing/scriptedEngine.ts'

export const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'gpt-4o', maxTokens: 1000 }

/** What a model says in answer to a request, or the tools that it calls. */
export type Turn = (request: AnswerRequest) => string | ToolCall[]

/** An application with an agent that reads files, and a model that says what a test wants. */
export interface Reading {
  app: TestApplication
  engine: ScriptedEngine
  /** Anna's. */
  token: string
  /** The ID of an agent without libraries. */
  plain: string
  /** What the model was asked since the last `script`. */
  requests: AnswerRequest[]
  /** Sets what the model says from now on, one turn per call. The last one repeats. */
  script(...turns: Turn[]): void
}

export async function startReading(): Promise<Reading> {
  const engine = createScriptedEngine()
  const app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o' },
  })
  const requests: AnswerRequest[] = []
  return {
    app,
    engine,
    token: await app.token('anna'),
    plain: await publishAgent(app, 'Reads files', scripted),
    requests,
    script(...turns) {
      requests.length = 0
      let at = 0
      engine.play(async (writer, _signal, request) => {
        requests.push(request)
        const said = turns[Math.min(at, turns.length - 1)]!(request)
        at += 1
        if (typeof said === 'string') {
          writer.text(said)
          return undefined
        }
        return { finish: 'ToolCalls', toolCalls: said }
      })
    },
  }
}

export const systemOf = (request: AnswerRequest | undefined): string => request?.messages[0]?.content ?? ''

/** The results of tools in a request. */
export const results = (messages: Message[] = []) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message] : []))

/** A call of `read_file`. */
export const read = (input: object): ToolCall => ({
  id: randomUUID(),
  name: 'read_file',
  input: JSON.stringify(input),
})

/** A file of about `rules` × 12 tokens in sections of ten rules, each rule in one place only. */
export const rulebook = (name: string, rules: number) =>
  Array.from({ length: rules }, (_, at) => {
    const heading = at % 10 === 0 ? `# ${name} part ${at / 10 + 1}\n\n` : ''
    return `${heading}Rule ${at + 1} of ${name} says that berth ${at * 7 + 3} closes at dusk.`
  }).join('\n\n')
