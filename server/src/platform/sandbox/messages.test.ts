import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { Allowance, readMessages, type SandboxMessage } from './messages.ts'

async function read(chunks: Buffer[], allowance = new Allowance()): Promise<SandboxMessage[]> {
  const found: SandboxMessage[] = []
  for await (const message of readMessages(Readable.from(chunks), allowance)) found.push(message)
  return found
}

describe('[A52] messages of a sandbox', () => {
  it('are a limited number, also if they are no messages', async () => {
    await expect(read([Buffer.alloc(65_536, '\n')])).rejects.toThrow('too much')
  })

  it('have a limited size together, until the next cell', async () => {
    const line = Buffer.from(`${'x'.repeat(7 * 2 ** 20)}\n`)
    const allowance = new Allowance()
    await read(
      Array.from({ length: 18 }, () => line),
      allowance,
    )
    await expect(read([line], allowance)).rejects.toThrow('too much')
    allowance.refill()
    expect(await read([line], allowance)).toEqual([])
  })

  it('aren’t read if they would need much more memory than their text', async () => {
    const text = (inside: string) => Buffer.from(`{"kind":"ready","x":[${inside}0]}\n`)
    expect(await read([text('[],'.repeat(90_000))])).toEqual([{ kind: 'ready' }])
    expect(await read([text('[],'.repeat(110_000))])).toEqual([])
  })
})
