import type { AnswerRequest, Engine, EngineResult, Message } from '../../../engines/engine.ts'
import type { Execution } from '../execution/execution.ts'
import type { Spending } from '../execution/spending.ts'
import type { AnswerText } from './answerText.ts'
import { runCalls, type ToolResult, type ToolsNeeds } from './toolCalls.ts'

const MOST_ROUNDS = 6
const MOST_CALLS = 8
const noMore = 'Nothing more can be searched or read. Answer now from what you have.'

export interface LoopNeeds {
  engine: Engine
  request: Omit<AnswerRequest, 'tools'>
  /** Without tools, the model has one turn. */
  calling: ToolsNeeds
  text: AnswerText
  execution: Execution
  spending: Spending
  /** The maximum output tokens of a turn. */
  mostTokens: number
  /** Called when the model has been asked, before it has replied. */
  onAsked(): void
  /** Called after each round of searches. */
  onRound(): void
}

/** Asks the model, runs the searches that it requests, and asks again until it has answered. */
export async function answerInTurns(needs: LoopNeeds): Promise<EngineResult> {
  const { request, text, calling } = needs
  const messages: Message[] = [...request.messages]
  for (let round = 1; ; round += 1) {
    const said = text.whole().length
    const result = await askOnce(needs, messages)
    if (result.finish !== 'ToolCalls' || result.toolCalls.length === 0 || calling.tools.length === 0)
      return result
    if (round > MOST_ROUNDS) return { ...result, finish: 'Stop' }
    request.signal.throwIfAborted()
    const calls = result.toolCalls.slice(0, MOST_CALLS)
    const results = await runCalls(calling, round, calls)
    request.signal.throwIfAborted()
    if (round === MOST_ROUNDS) for (const one of results) one.content += `\n\n${noMore}`
    messages.push(
      {
        role: 'assistant',
        content: text.whole().slice(said),
        toolCalls: result.toolCalls,
        carried: result.carried,
      },
      ...result.toolCalls.map((call, at): Message => toolMessage(call.id, results[at])),
    )
    text.paragraph()
    needs.onRound()
  }
}

function toolMessage(toolCallId: string, result: ToolResult | undefined): Message {
  const { content, isError } = result ?? {
    content: `At most ${MOST_CALLS} calls can run at once. Make this one again.`,
    isError: true,
  }
  return { role: 'tool', toolCallId, content, isError }
}

async function askOnce(needs: LoopNeeds, messages: Message[]): Promise<EngineResult> {
  const { engine, request, text, execution, calling, spending, mostTokens } = needs
  const asked = { ...request, messages: [...messages], tools: calling.tools.map((tool) => tool.definition) }
  const said = text.whole().length
  const ended = await spending.begin(asked, mostTokens)
  request.signal.throwIfAborted()
  const began = performance.now()
  const answer = engine.answer(asked, text)
  needs.onAsked()
  const result = await answer
  ended(result.usage, text.whole().slice(said))
  text.endThought()
  text.flush()
  execution.called({ purpose: 'Answer', usage: result.usage, ms: Math.round(performance.now() - began) })
  execution.note('model.finished', { finish: result.finish, toolCalls: result.toolCalls.length })
  return result
}
