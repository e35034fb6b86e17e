import { inPieces } from '../../platform/redaction/inPieces.ts'
import { Numbering, type Redactor, restore } from '../../platform/redaction/redactor.ts'
import type { Message, Placeholders, ToolCall } from '../engine.ts'
import { inStrings } from './inStrings.ts'

/** What a model is told about placeholders. The same in every prompt, so that providers can reuse what follows. */
export const placeholderRule =
  'Personal data in this conversation is replaced by placeholders in square brackets, such as [name 1], [email 2], or [phone 3]. The same number means the same person or value, and a letter after it, as in [name 1b], another way of writing it. Use placeholders like the data itself, and write them exactly as they are. Never guess what they stand for, never make up new ones, and don’t mention them.'

/**
 * Replaces the personal data of one prompt by placeholders, and puts it back into what the model writes. All turns of
 * one answer share it: the same person has the same number in each of them, also in what a provider wants back
 * unchanged.
 */
export class PromptRedaction implements Placeholders {
  readonly #redactor: Redactor
  readonly #numbering = new Numbering()
  /** The pieces of the prompt as they were sent. The next turn repeats them. */
  readonly #sent = new Map<string, string>()
  /** The input of tool calls as the model wrote it, by their input with originals. */
  readonly #inputs = new Map<string, string>()
  readonly #collect = inPieces((piece) => this.#piece(piece))
  /** The pieces as they were last replaced, and how many originals were known then. */
  readonly #replaced = new Map<string, { originals: number; text: string }>()
  readonly #inPieces = inPieces((piece) => this.#replace(piece))

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  get originals(): ReadonlyMap<string, string> {
    return this.#numbering.originals
  }

  /** Returns what a provider gets instead of these messages: no personal data, and no images, which can’t be redacted. */
  async messages(messages: readonly Message[]): Promise<Message[]> {
    // First, so that no number is given to anything before it is known which ones the texts use by themselves.
    for (const { content } of messages) this.#occupy(content)
    // Much is recognized only by the words near it, and repeated elsewhere without them.
    for (const { content } of messages) await this.#collect(content)
    const redacted: Message[] = []
    for (const message of messages) redacted.push(await this.#message(message))
    return withRule(redacted)
  }

  async text(text: string): Promise<string> {
    this.#occupy(text)
    return this.#inPieces(text)
  }

  /** Returns a model’s tool calls with originals, as a tool of the instance needs them. */
  toolCalls(calls: readonly ToolCall[]): ToolCall[] {
    return calls.map((call) => {
      const input = inStrings(call.input, (text) => restore(text, this.originals))
      this.#inputs.set(input, call.input)
      return { ...call, input }
    })
  }

  async #message(message: Message): Promise<Message> {
    const content = await this.text(message.content)
    if (message.role === 'user') return { role: 'user', content: withoutPictures(content, message) }
    if (message.role !== 'assistant' || !message.toolCalls) return { ...message, content }
    const toolCalls = message.toolCalls.map((call) => ({ ...call, input: this.#input(call.input) }))
    return { ...message, content, toolCalls }
  }

  #input(input: string): string {
    const redact = (text: string) => this.#numbering.replaceKnown(this.#piece(text))
    return this.#inputs.get(input) ?? inStrings(input, redact)
  }

  #piece(piece: string): string {
    const known = this.#sent.get(piece)
    if (known !== undefined) return known
    const { text } = this.#redactor.redact(this.#numbering.protect(piece), this.#numbering)
    this.#sent.set(piece, text)
    return text
  }

  /** Replaces what was found anywhere. The next turn often repeats pieces without a new original. */
  #replace(piece: string): string {
    const known = this.#replaced.get(piece)
    if (known?.originals === this.originals.size) return known.text
    const text = this.#numbering.replaceKnown(this.#piece(piece))
    this.#replaced.set(piece, { originals: this.originals.size, text })
    return text
  }

  #occupy(text: string): void {
    if (!this.#sent.has(text)) this.#numbering.occupy(text)
  }
}

function withoutPictures(content: string, { pictures = [] }: { pictures?: readonly unknown[] }): string {
  const count = pictures.length
  if (count === 0) return content
  return `[${count === 1 ? '1 image was' : `${count} images were`} left out]\n${content}`
}

/** Adds the rule before the instructions. Some providers take only one message with instructions. */
function withRule(messages: readonly Message[]): Message[] {
  const at = messages.findIndex(({ role }) => role === 'system')
  if (at < 0) return [{ role: 'system', content: placeholderRule }, ...messages]
  return messages.map((message, place) =>
    place === at && message.role === 'system'
      ? { ...message, content: `${placeholderRule}\n\n${message.content}` }
      : message,
  )
}
