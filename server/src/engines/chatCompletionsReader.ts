import type { Usage } from '@parlance/contract/events'
import { AppError } from '../platform/errors.ts'
import type { CarriedThinking } from './chatCompletionsRequest.ts'
import type { EngineResult, EngineWriter } from './engine.ts'
import { LONGEST_ANSWER, MOST_CARRIED, type TurnReader } from './providerCall.ts'
import { isObject, parseObject, usageOf } from './providerJson.ts'
import { readError, refusalOf } from './refusals.ts'
import { ThinkTags } from './thinkTags.ts'
import { ToolCallJoiner } from './toolCallJoiner.ts'

interface Delta {
  content?: unknown
  refusal?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
  reasoning_details?: unknown
  tool_calls?: unknown
}

interface Chunk {
  choices?: unknown
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    prompt_tokens_details?: unknown
  } | null
  error?: unknown
}

interface ToolCallDelta {
  index?: unknown
  id?: unknown
  function?: { name?: unknown; arguments?: unknown } | null
  extra_content?: unknown
}

/** The chat completions wire format: https://platform.openai.com/docs/api-reference/chat-streaming */
export class ChatCompletionsReader implements TurnReader {
  written = 0
  progress = 0
  ended = false
  complete = false
  #finish: string | null = null
  #usage: Usage | null = null
  #textLength = 0
  #carriedLength = 0
  readonly #thinks: boolean
  readonly #writer: EngineWriter
  readonly #tags: ThinkTags
  readonly #calls = new ToolCallJoiner()
  readonly #thought: string[] = []
  #thoughtField: 'reasoning_content' | 'reasoning' = 'reasoning_content'
  readonly #details: unknown[] = []
  readonly #extraContent: Record<string, unknown> = {}

  constructor(writer: EngineWriter, thinks: boolean) {
    this.#writer = writer
    this.#thinks = thinks
    this.#tags = new ThinkTags(
      (text) => this.#writeText(text),
      (text) => this.#writeThinking(text),
    )
  }

  get thinking(): boolean {
    return this.#thinks && this.#textLength === 0
  }

  take(data: string): void {
    if (data === '[DONE]') {
      this.complete = true
      this.ended = true
      return
    }
    const chunk = parseObject(data) as Chunk
    if (chunk.error !== undefined && chunk.error !== null) throw refusalOf(readError(null, chunk))
    if (chunk.usage) {
      const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = chunk.usage
      const cached = isObject(details) ? details.cached_tokens : null
      this.#usage = usageOf(prompt_tokens, completion_tokens, cached)
      if (this.#usage) this.#writer.usage?.(this.#usage)
    }
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
    if (typeof choice !== 'object' || choice === null) return
    const { delta, finish_reason: finish } = choice as { delta?: unknown; finish_reason?: unknown }
    if (typeof delta === 'object' && delta !== null) this.#takeDelta(delta as Delta, data.length)
    if (typeof finish === 'string' && finish !== '') this.#takeFinish(finish)
  }

  #takeDelta(delta: Delta, length: number): void {
    this.#takeThought(delta, length)
    const { content } = delta
    if (typeof content === 'string') this.#tags.take(content)
    else if (Array.isArray(content)) for (const part of content) this.#takePart(part)
    if (typeof delta.refusal === 'string') this.#writeText(delta.refusal)
    if (Array.isArray(delta.tool_calls)) for (const call of delta.tool_calls) this.#takeCall(call, length)
  }

  #takeThought(delta: Delta, length: number): void {
    if (typeof delta.reasoning_content === 'string' && delta.reasoning_content !== '') {
      this.#writeThinking(delta.reasoning_content)
      this.#thought.push(delta.reasoning_content)
    } else if (typeof delta.reasoning === 'string' && delta.reasoning !== '') {
      this.#writeThinking(delta.reasoning)
      this.#thought.push(delta.reasoning)
      this.#thoughtField = 'reasoning'
    }
    if (Array.isArray(delta.reasoning_details)) {
      this.#keep(length)
      for (const detail of delta.reasoning_details) this.#details.push(detail)
    }
  }

  /** Some services send a list of parts instead of text. */
  #takePart(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    const { type, text, thinking } = part as { type?: unknown; text?: unknown; thinking?: unknown }
    if (typeof text === 'string') this.#writeText(text)
    else if (type === 'thinking' && Array.isArray(thinking)) {
      for (const one of thinking as { text?: unknown }[]) {
        if (typeof one?.text === 'string') this.#writeThinking(one.text)
      }
    }
  }

  #takeCall(value: unknown, length: number): void {
    if (typeof value !== 'object' || value === null) return
    const call = value as ToolCallDelta
    const piece = this.#calls.add({
      index: call.index,
      id: call.id,
      name: call.function?.name,
      input: call.function?.arguments,
    })
    this.#writer.toolInput?.(piece)
    this.progress += 1
    if (call.extra_content !== undefined && typeof call.id === 'string') {
      this.#keep(length)
      this.#extraContent[call.id] = call.extra_content
    }
  }

  #takeFinish(finish: string): void {
    this.#tags.end()
    if (finish === 'content_filter') throw new AppError('engine.filtered')
    if (finish === 'error') throw new AppError('engine.failed')
    this.#finish = finish
    this.complete = true
    this.progress += 1
  }

  #writeText(text: string): void {
    if (text === '') return
    this.#textLength += text.length
    this.#count(text)
    this.#writer.text(text)
  }

  #writeThinking(text: string): void {
    if (text === '') return
    this.#count(text)
    this.#writer.thinking(text)
  }

  #keep(length: number): void {
    this.#carriedLength += length
    if (this.#carriedLength > MOST_CARRIED) throw new AppError('engine.malformed')
  }

  #count(text: string): void {
    if (this.written > LONGEST_ANSWER) throw new AppError('engine.malformed')
    this.written += text.length
    this.progress += text.length
  }

  result(): EngineResult {
    if (!this.complete) throw new AppError('engine.broken')
    this.#tags.end()
    const toolCalls = this.#calls.calls()
    const finish = this.#finish === 'length' ? 'Length' : toolCalls.length > 0 ? 'ToolCalls' : 'Stop'
    if (finish === 'Stop' && this.#textLength === 0) throw new AppError('engine.empty')
    const carried = toolCalls.length > 0 ? this.#carried() : null
    return { usage: this.#usage, citations: null, toolCalls, finish, ...(carried ? { carried } : {}) }
  }

  #carried(): CarriedThinking | null {
    const fields = {
      ...(this.#thought.length > 0 ? { [this.#thoughtField]: this.#thought.join('') } : {}),
      ...(this.#details.length > 0 ? { reasoning_details: this.#details } : {}),
    }
    const extraContent = this.#extraContent
    if (Object.keys(fields).length === 0 && Object.keys(extraContent).length === 0) return null
    return { of: 'chatCompletions', fields, extraContent }
  }
}
