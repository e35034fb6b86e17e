import type { Readable } from 'node:stream'
import { z } from 'zod'

/** A line of the channel can hold a chart. */
const MOST_LINE = 8 * 2 ** 20

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

/**
 * Reads the messages of a sandbox. The code in it can write anything here: what isn’t a message is left out, and a line
 * that is too long ends the reading with an error.
 */
export async function* readMessages(channel: Readable): AsyncGenerator<SandboxMessage> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, at))
      const message = messageOf(Buffer.concat(parts))
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
  try {
    return Message.parse(JSON.parse(line.toString('utf8')))
  } catch {
    return null
  }
}
