import { AppError } from '../platform/errors.ts'
import { type Block, objectOf } from './anthropicRequest.ts'
import type { EngineResult, EngineWriter } from './engine.ts'
import { LONGEST_ANSWER, MOST_CARRIED, type TurnReader } from './providerCall.ts'
import { type Fields, isObject, parseObject, usageOf } from './providerJson.ts'
import { readError, refusalOf } from './refusals.ts'
import { ToolCallJoiner } from './toolCallJoiner.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A block in progress, with the pieces received so far. */
interface OpenBlock {
  index: number
  type: string
  fields: Fields
  text: string[]
  signature: string[]
}

const MOST_BLOCKS = 1_000

/** The messages wire format: https://docs.anthropic.com/en/api/messages-streaming */
export class AnthropicReader implements TurnReader {
  written = 0
  progress = 0
  ended = false
  complete = false
  #stopReason: string | null = null
  #inputTokens: unknown = null
  #cachedTokens: unknown = null
  #outputTokens: unknown = null
  #textLength = 0
  #carriedLength = 0
  readonly #thinks: boolean
  readonly #writer: EngineWriter
  readonly #blocks = new Map<number, OpenBlock>()
  #open: OpenBlock | null = null
  readonly #calls = new ToolCallJoiner()

  constructor(writer: EngineWriter, thinks: boolean) {
    this.#writer = writer
    this.#thinks = thinks
  }

  get thinking(): boolean {
    const type = this.#open?.type
    return type === 'thinking' || type === 'redacted_thinking' || (this.#thinks && this.#textLength === 0)
  }

  take(data: string): void {
    const event = parseObject(data) as Fields
    switch (event.type) {
      case 'content_block_delta':
        this.#takeDelta(event)
        break
      case 'content_block_start':
        this.#keep(data.length)
        this.#begin(event)
        break
      case 'content_block_stop':
        this.#open = null
        break
      case 'message_start':
        if (isObject(event.message)) this.#takeUsage(event.message.usage)
        break
      case 'message_delta':
        this.#takeEnd(event)
        break
      case 'message_stop':
        this.complete = true
        this.ended = true
        break
      case 'error':
        throw refusalOf(readError(null, event))
      default:
      // `ping` and event types added later: the format requires ignoring unknown ones.
    }
  }

  #begin(event: Fields): void {
    const given = isObject(event.content_block) ? event.content_block : {}
    const block = this.#blockAt(event.index, isText(given.type) ? given.type : 'text')
    block.fields = given
    this.#open = block
    this.progress += 1
    if (block.type === 'tool_use') this.#addCall(block, given.id, given.name, givenInput(given.input))
    if (block.type === 'text' && isText(given.text)) this.#writeText(block, given.text)
    if (block.type === 'thinking' && isText(given.thinking)) this.#writeThinking(block, given.thinking)
  }

  #blockAt(index: unknown, type: string): OpenBlock {
    const at = typeof index === 'number' ? index : this.#blocks.size
    const known = this.#blocks.get(at)
    if (known) return known
    if (this.#blocks.size >= MOST_BLOCKS) throw new AppError('engine.malformed')
    const block = { index: at, type, fields: {}, text: [], signature: [] }
    this.#blocks.set(at, block)
    return block
  }

  #takeDelta(event: Fields): void {
    const { delta } = event
    if (!isObject(delta)) return
    if (delta.type === 'text_delta' && isText(delta.text)) {
      this.#writeText(this.#blockAt(event.index, 'text'), delta.text)
    } else if (delta.type === 'thinking_delta' && isText(delta.thinking)) {
      this.#writeThinking(this.#blockAt(event.index, 'thinking'), delta.thinking)
    } else if (delta.type === 'signature_delta' && isText(delta.signature)) {
      this.#keep(delta.signature.length)
      this.#blockAt(event.index, 'thinking').signature.push(delta.signature)
      this.progress += 1
    } else if (delta.type === 'input_json_delta' && isText(delta.partial_json)) {
      this.#addCall(this.#blockAt(event.index, 'tool_use'), undefined, undefined, delta.partial_json)
    }
  }

  #addCall(block: OpenBlock, id: unknown, name: unknown, input: unknown): void {
    // Tools that the service runs itself are not calls for us to run.
    if (block.type !== 'tool_use') return
    const piece = this.#calls.add({ index: block.index, id, name, input })
    this.#writer.toolInput?.(piece)
    this.progress += 1
  }

  #writeText(block: OpenBlock, text: string): void {
    this.#textLength += text.length
    this.#count(text)
    block.text.push(text)
    this.#writer.text(text)
  }

  #writeThinking(block: OpenBlock, text: string): void {
    this.#count(text)
    block.text.push(text)
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

  /** The final figures count the whole turn; the first ones include the input. */
  #takeUsage(usage: unknown): void {
    if (!isObject(usage)) return
    if (typeof usage.input_tokens === 'number') {
      const cached = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens]
      const more = cached.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0)
      this.#inputTokens = usage.input_tokens + more
      this.#cachedTokens = usage.cache_read_input_tokens
    }
    if (typeof usage.output_tokens === 'number') this.#outputTokens = usage.output_tokens
    const known = usageOf(this.#inputTokens, this.#outputTokens, this.#cachedTokens)
    if (known) this.#writer.usage?.(known)
  }

  #takeEnd(event: Fields): void {
    this.#takeUsage(event.usage)
    const reason = isObject(event.delta) ? event.delta.stop_reason : null
    if (!isText(reason)) return
    if (reason === 'refusal') throw new AppError('engine.filtered')
    this.#stopReason = reason
    this.complete = true
    this.progress += 1
  }

  result(): EngineResult {
    if (!this.complete) throw new AppError('engine.broken')
    const toolCalls = this.#calls.calls()
    const isCut = this.#stopReason === 'max_tokens' || this.#stopReason === 'model_context_window_exceeded'
    const finish = isCut ? 'Length' : toolCalls.length > 0 ? 'ToolCalls' : 'Stop'
    if (finish === 'Stop' && this.#textLength === 0) throw new AppError('engine.empty')
    const usage = usageOf(this.#inputTokens, this.#outputTokens, this.#cachedTokens)
    const carried = toolCalls.length > 0 ? { carried: { of: 'anthropic', blocks: this.#carried() } } : {}
    return { usage, citations: null, toolCalls, finish, ...carried }
  }

  /** Returns the turn as the service expects it back: every block in its place, with its signature. */
  #carried(): Block[] {
    const inputs = new Map(this.#calls.calls().map((call) => [call.id, call.input]))
    return [...this.#blocks.values()]
      .toSorted((one, other) => one.index - other.index)
      .flatMap((block): Block[] => {
        const text = block.text.join('')
        switch (block.type) {
          case 'text':
            return text.trim() === '' ? [] : [{ type: 'text', text }]
          case 'thinking': {
            const signature = block.signature.join('') || block.fields.signature
            return isText(signature) ? [{ type: 'thinking', thinking: text, signature }] : []
          }
          case 'redacted_thinking':
            return [{ type: 'redacted_thinking', data: block.fields.data }]
          case 'tool_use': {
            const { id, name } = block.fields
            return isText(id) && isText(name)
              ? [{ type: 'tool_use', id, name, input: objectOf(inputs.get(id) ?? '') }]
              : []
          }
          default:
            return []
        }
      })
  }
}

/** A block starts with an empty input, which the pieces then replace. */
function givenInput(input: unknown): unknown {
  return isObject(input) && Object.keys(input).length > 0 ? input : undefined
}
