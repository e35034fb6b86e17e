import type { Readable } from 'node:stream'
import { z } from 'zod'

/** A line of the channel can hold a chart. */
const MOST_LINE = 8 * 2 ** 20
/** Lists and objects in a line. As values, they need much more memory than as text. */
const MOST_CONTAINERS = 100_000
/** What a cell can send: files and charts as text, and a few lines each second. Each line costs us time. */
const MOST_BYTES = 128 * 2 ** 20
const MOST_PIECES = 10_000

const Value = z.union([z.number(), z.string().max(200)])
const Chart = z.object({
  title: z.string().max(300).catch(''),
  xLabel: z.string().max(200).catch(''),
  yLabel: z.string().max(200).catch(''),
  series: z
    .array(
      z.object({
        label: z.string().max(300).catch(''),
        x: z.array(Value).max(200),
        y: z.array(Value).max(200),
      }),
    )
    .max(20)
    .catch([]),
})
export type ChartData = z.output<typeof Chart>

const Table = z.object({
  columns: z.array(z.string().max(200)).max(40),
  rows: z.array(z.array(z.string().max(400)).max(40)).max(50),
  total: z.number().int(),
})
export type ResultTable = z.output<typeof Table>

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('text'), stream: z.enum(['out', 'err']), text: z.string() }),
  z.object({ kind: z.literal('result'), text: z.string(), table: Table.optional() }),
  z.object({ kind: z.literal('chart'), data: z.base64(), charts: z.array(Chart).max(6) }),
  z.object({ kind: z.literal('file'), name: z.string(), mimeType: z.string() }),
  z.object({ kind: z.literal('bytes'), data: z.base64() }),
  z.object({ kind: z.literal('fileEnd') }),
  z.object({ kind: z.literal('fileLeftOut'), name: z.string(), size: z.number() }),
  z.object({
    kind: z.literal('done'),
    outcome: z.enum(['Completed', 'Failed', 'Stopped', 'TimeLimit']),
    error: z.string(),
  }),
])
export type SandboxMessage = z.output<typeof Message>

/** How much a sandbox can still send, whatever it is, until its next cell begins. */
export class Allowance {
  #bytes = MOST_BYTES
  #pieces = MOST_PIECES

  refill(): void {
    this.#bytes = MOST_BYTES
    this.#pieces = MOST_PIECES
  }

  /** Takes one piece of this size, or throws if it is too much. */
  take(bytes: number): void {
    this.#bytes -= bytes
    this.#pieces -= 1
    if (this.#bytes < 0 || this.#pieces < 0) throw new Error('The sandbox sends too much.')
  }
}

/**
 * Reads the messages of a sandbox. The code in it can write anything here: what isn’t a message is left out, and a line
 * that is too long, or more than is allowed, ends the reading with an error.
 */
export async function* readMessages(channel: Readable, allowance: Allowance): AsyncGenerator<SandboxMessage> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, at))
      const line = Buffer.concat(parts)
      allowance.take(line.length)
      const message = messageOf(line)
      parts = []
      length = 0
      from = at + 1
      if (message) yield message
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MOST_LINE) throw new Error('A line of the sandbox is too long.')
  }
}

const NEWLINE = 10

function messageOf(line: Buffer): SandboxMessage | null {
  if (containersIn(line) > MOST_CONTAINERS) return null
  try {
    return Message.parse(JSON.parse(line.toString('utf8')))
  } catch {
    return null
  }
}

function containersIn(line: Buffer): number {
  let found = 0
  for (const byte of line) if (byte === LIST || byte === OBJECT) found += 1
  return found
}

const LIST = 0x5b
const OBJECT = 0x7b
