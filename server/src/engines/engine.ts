import type { ReasoningEffort } from '@parlance/contract/agentConfiguration'
import type { StreamedCitation, Usage } from '@parlance/contract/events'

/** One call of a tool, as the model wrote it: `input` is meant to be JSON and may be cut or broken. */
export interface ToolCall {
  id: string
  name: string
  input: string
}

/** A tool that the model is offered; `parameters` is a JSON schema of an object. */
export interface Tool {
  name: string
  description: string
  parameters: object
}

/** An image that a model looks at; width and height in pixels. */
export interface Picture {
  mimeType: 'image/jpeg'
  base64: string
  width: number
  height: number
}

export type Message =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; pictures?: readonly Picture[] }
  | {
      role: 'assistant'
      content: string
      toolCalls?: ToolCall[]
      /** EngineResult.carried of the turn that called the tools: opaque, and meant for the same engine alone. */
      carried?: unknown
    }
  | { role: 'tool'; toolCallId: string; content: string; isError?: boolean }

/** What an engine is asked: one turn. */
export interface AnswerRequest {
  deploymentName: string | null
  messages: Message[]
  /** Empty where the model may call none. */
  tools: Tool[]
  temperature: number
  topP: number
  frequencyPenalty: number
  maxTokens: number
  /** Null: as the provider does by itself. */
  reasoningEffort: ReasoningEffort | null
  requestId: string
  /** Aborted by Stop and when the server ends. */
  signal: AbortSignal
  /** Who asks: where calls queue for a deployment, the askers take turns. */
  askedBy?: string
  /** Said to the reader while a provider that is busy is waited for; null where it is for other answers to end. */
  onWait(seconds: number | null): void
}

export interface EngineWriter {
  text(delta: string): void
  /** What the model thinks before it answers. */
  thinking(delta: string): void
  /** What the turn has cost so far, told as soon as the provider says so: a turn that breaks off has no result. */
  usage?(usage: Usage): void
}

/** One turn. Whoever asked runs the tools, appends their results and asks again. */
export interface EngineResult {
  usage: Usage | null
  /** What the engine itself cites; null where the citations are read from the markers in its text. */
  citations: StreamedCitation[] | null
  /** In the order in which the model called them; empty unless `finish` is ToolCalls, or Length where one was cut. */
  toolCalls: ToolCall[]
  /** What the provider wants back with the tool calls, such as signed thinking: to be put into the assistant's message. */
  carried?: unknown
  /** Length: the answer was cut by `maxTokens` or by the end of the context. A content filter is thrown as an error. */
  finish: 'Stop' | 'Length' | 'ToolCalls'
}

/** One language engine: writes a turn of an answer. Throws AppError for what the provider did wrong. */
export interface Engine {
  answer(request: AnswerRequest, writer: EngineWriter): Promise<EngineResult>
}
