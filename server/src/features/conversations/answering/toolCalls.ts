import type { Step } from '@parlance/contract/events'
import type { Tool, ToolCall, ToolInputPiece } from '../../../engines/engine.ts'
import type { AskedCall, Decision } from '../approvals/store.ts'
import type { AnswerTexts } from './answerTexts.ts'
import type { Steps } from './steps.ts'

/** A tool that a model can call while it answers. */
export interface AnswerTool {
  definition: Tool
  /** Whether the execution details leave out the input: it is the person’s own, or stored with what it changes. */
  isPrivate?: boolean
  /** The title of the step if a call couldn’t be understood, unless it is about files. */
  refused?: string
  /** Called with the input of a call while the model writes it. Not all engines do. */
  hear?(piece: ToolInputPiece): void
  /** Understands the model's input, which can be anything. A refusal tells the model how to call it right. */
  prepare(input: Record<string, unknown>): Prepared | Refusal
}

interface Refusal {
  refusal: string
}

interface Prepared {
  /** The title of the step while the call runs. */
  title: string
  /**
   * Reads what the call asks for, at the same time as other calls. The returned function numbers the sources. It
   * runs in the order of the calls.
   */
  run(ask: AskPerson): Promise<() => Outcome>
}

/** What a person is asked before a call does something: the title of the step meanwhile, and what would be sent to whom. */
interface AskedFor extends NonNullable<Step['asks']> {
  title: string
  /** The memory that the call would add, which has the text. */
  memoryId?: string
}

/** Waits for the decision of the person who asked the question. */
export type AskPerson = (asked: AskedFor) => Promise<Decision>

/** What a call returns to the model. `title` is that of its step, once it is done. */
export interface Outcome {
  title: string
  content: string
  /** What the step shows instead of `content`. */
  shown?: string
  isError?: boolean
  /** The memory that the call added. */
  memoryId?: string
  /** The version of a document that the call wrote. */
  document?: NonNullable<Step['document']>
  /** The person didn’t allow it. */
  isDeclined?: boolean
}

export interface ToolResult {
  content: string
  isError: boolean
}

export interface ToolsNeeds {
  tools: readonly AnswerTool[]
  steps: Steps
  texts: AnswerTexts
  /** Waits for the decision on a call, as `Approvals` does. */
  approval(toolCallId: string, call: AskedCall, signal: AbortSignal, onWaiting: () => void): Promise<Decision>
}

/** Runs the calls of one round in parallel. Results are in the order of the calls. */
export async function runCalls(
  { tools, steps, texts, approval }: ToolsNeeds,
  round: number,
  calls: readonly ToolCall[],
): Promise<ToolResult[]> {
  const begun = calls.map((call, at) => {
    const id = `tool-${round}-${at + 1}`
    const prepared = prepare(tools, call)
    const tool = toolOf(tools, call)
    const refused = tool?.refused ?? texts.searchRefused
    const title = 'refusal' in prepared ? refused : prepared.title
    steps.begin(id, title, {
      kind: 'Tool',
      ...(!tool?.isPrivate && { input: call.input }),
      ...(tool && { tool: call.name }),
    })
    return { id, title, refused, tool: call.name, prepared }
  })
  const broken = new AbortController()
  const ran = await Promise.allSettled(
    begun.map(async ({ id, title, tool, prepared }) => {
      if ('refusal' in prepared) return null
      try {
        return await prepared.run(async ({ title: asking, memoryId, ...asks }) => {
          const call = { tool, recipient: asks.recipient }
          const decision = await approval(id, call, broken.signal, () =>
            steps.asks(id, asking, asks, memoryId),
          )
          if (decision === 'Approved') steps.begin(id, title)
          return decision
        })
      } catch (cause) {
        // The answer fails, so no one has to decide on the other calls.
        broken.abort(cause)
        throw cause
      }
    }),
  )
  if (broken.signal.aborted) throw broken.signal.reason
  return begun.map(({ id, refused, prepared }, at) => {
    const answer = ran[at]?.status === 'fulfilled' ? ran[at].value : null
    const outcome = answer?.() ?? {
      title: refused,
      content: 'refusal' in prepared ? prepared.refusal : '',
      isError: true,
    }
    const {
      title,
      content,
      shown = content,
      memoryId,
      document,
      isError = false,
      isDeclined = false,
    } = outcome
    if (isDeclined) steps.refused(id, title, { output: shown })
    else if (isError) steps.failed(id, title, { output: shown })
    else
      steps.done(id, title, {
        output: shown,
        ...(memoryId && { memoryId }),
        ...(document && { document }),
      })
    return { content, isError: isError || isDeclined }
  })
}

const toolOf = (tools: readonly AnswerTool[], { name }: ToolCall) =>
  tools.find(({ definition }) => definition.name === name)

function prepare(tools: readonly AnswerTool[], call: ToolCall): Prepared | Refusal {
  const tool = toolOf(tools, call)
  if (!tool) {
    const names = tools.map((one) => one.definition.name)
    const existing =
      names.length === 1 ? `The only tool is ${names[0]}.` : `The tools are ${names.join(', ')}.`
    return { refusal: `This tool does not exist. ${existing}` }
  }
  const [first = 'input'] = (tool.definition.parameters as { required?: string[] }).required ?? []
  let input: unknown
  try {
    input = JSON.parse(call.input)
  } catch {
    return {
      refusal: `The input is not valid JSON. Call the tool again with an object like {"${first}": "…"}.`,
    }
  }
  return tool.prepare((input ?? {}) as Record<string, unknown>)
}
