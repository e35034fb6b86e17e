import type { ReasoningEffort } from '@parlance/contract/agentConfiguration'
import type { StreamedCitation, Usage } from '@parlance/contract/events'

/** A tool call as the model wrote it: `input` should be JSON but can be cut off or invalid. */
export interface ToolCall {
  id: string
  name: string
  input: string
}

/** A piece of a tool call's input. */
export interface ToolInputPiece {
  /** The same for all pieces of a call. A call that is tried again is another one. */
  call: object
  name: string
  input: string
}

/** A tool offered to the model; `parameters` is the JSON schema of an object. */
export interface Tool {
  name: string
  description: string
  parameters: object
}

/** An image for the model; width and height in pixels. */
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
      /** `EngineResult.carried` of the turn that called the tools: opaque, and only for the same engine. */
      carried?: unknown
    }
  | { role: 'tool'; toolCallId: string; content: string; isError?: boolean }

/** Placeholders for the personal data of a prompt, as in `redaction/promptRedaction.ts`. */
export interface Placeholders {
  readonly originals: ReadonlyMap<string, string>
  /** Returns what a provider gets instead of these messages. */
  messages(messages: readonly Message[]): Promise<Message[]>
  /** Returns a model’s tool calls with originals. */
  toolCalls(calls: readonly ToolCall[]): ToolCall[]
}

/** The request for one turn. */
export interface AnswerRequest {
  deploymentName: string | null
  messages: Message[]
  /** Empty if the model can't call any. */
  tools: Tool[]
  temperature: number
  topP: number
  frequencyPenalty: number
  /** Makes answers repeatable as far as the provider can. Absent if it should vary, and ignored by providers without one. */
  seed?: number
  maxTokens: number
  /** Null means the provider's default. */
  reasoningEffort: ReasoningEffort | null
  requestId: string
  /** Aborted by Stop and when the server shuts down. */
  signal: AbortSignal
  /** The asking user: where calls queue for a deployment, users take turns. */
  askedBy?: string
  /** Shared by the turns of one answer; null or absent for a prompt by itself. */
  redaction?: Placeholders | null
  /** Called while waiting for a busy provider; null while waiting for other answers to end. */
  onWait(seconds: number | null): void
}

export interface EngineWriter {
  text(delta: string): void
  /** The model's thinking before it answers. */
  thinking(delta: string): void
  /** A piece of a tool call's input while the model writes it. The result has the whole calls. */
  toolInput?(piece: ToolInputPiece): void
  /** The usage of the turn so far, as soon as the provider reports it: an interrupted turn has no result. */
  usage?(usage: Usage): void
}

/** The result of one turn. The caller runs the tools, appends their results, and asks again. */
export interface EngineResult {
  usage: Usage | null
  /** The engine's own citations; null if they are read from the markers in its text. */
  citations: StreamedCitation[] | null
  /** In the order of the model's calls; empty unless `finish` is ToolCalls, or Length if one was cut off. */
  toolCalls: ToolCall[]
  /**
   * The data that the provider requires back with the tool calls, such as signed thinking; goes into the
   * assistant's message.
   */
  carried?: unknown
  /** Length: the answer was cut by `maxTokens` or by the end of the context. A content filter is thrown as an error. */
  finish: 'Stop' | 'Length' | 'ToolCalls'
  /** Whether the answer only says that nothing was found. */
  isUnanswered?: boolean
}

/** A language engine that writes one turn of an answer. Throws AppError for provider errors. */
export interface Engine {
  answer(request: AnswerRequest, writer: EngineWriter): Promise<EngineResult>
}
