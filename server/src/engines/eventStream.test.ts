import { describe, expect, test } from 'vitest'
import { createEventStreamReader } from './eventStream.ts'

function read(chunks: Buffer[]): string[] {
  const found: string[] = []
  const reader = createEventStreamReader((data) => found.push(data))
  for (const chunk of chunks) reader.push(chunk)
  reader.end()
  return found
}

const stream =
  ': comment\ndata: {"a":"é😀"}\r\n\r\nevent: x\rdata:no blank\r\rdata: two\ndata: lines\n\nid: 3\n\ndata: last'
const expected = ['{"a":"é😀"}', 'no blank', 'two\nlines', 'last']

describe('reading a provider’s event stream', () => {
  test('returns the data of each event for any line ending', () => {
    expect(read([Buffer.from(stream)])).toEqual(expected)
  })

  test.each([1, 2, 3, 5, 7])('returns the same for chunks of %i bytes', (size) => {
    const bytes = Buffer.from(stream)
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(read(pieces)).toEqual(expected)
  })

  test('skips a byte order mark, even if it is split', () => {
    const bytes = Buffer.from('\ufeffdata: a\n\n')
    expect(read([bytes])).toEqual(['a'])
    expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['a'])
  })

  test('rejects an endless line before it fills the memory', () => {
    const reader = createEventStreamReader(() => undefined)
    const chunk = Buffer.alloc(1024 * 1024, 'a')
    expect(() => {
      reader.push(Buffer.from('data: '))
      for (let index = 0; index < 20; index += 1) reader.push(chunk)
    }).toThrow(expect.objectContaining({ code: 'engine.malformed' }))
  })

  test('refuses an event that never ends, before it fills the memory', () => {
    const reader = createEventStreamReader(() => undefined)
    const line = Buffer.from(`data: ${'a'.repeat(1024 * 1024)}\n`)
    expect(() => {
      for (let index = 0; index < 20; index += 1) reader.push(line)
    }).toThrow(expect.objectContaining({ code: 'engine.malformed' }))
  })
})
