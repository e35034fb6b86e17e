import { type StreamEvent, streamEventNames } from '@parlance/contract/events'
import { describe, expect, it } from 'vitest'
import { EventStreamReader } from './eventStream.ts'

const read = (text: string, step = text.length) => {
  const reader = new EventStreamReader<StreamEvent>(streamEventNames)
  const events = []
  for (let at = 0; at < text.length; at += step) events.push(...reader.push(text.slice(at, at + step)))
  return events
}
const text = [
  ': open',
  '',
  'id: 1',
  'event: conversation-and-segment-id',
  'data: {"conversationId":"c","conversationSegmentId":"s"}',
  '',
  'event:response-updated',
  'id:7',
  'data:{"text":"a: b\\n"}',
  '',
  ': keep-alive',
  '',
  'event: response-updated',
  'data: {"text":',
  'data: "é"}',
  'id: 8',
  'retry: 10',
  '',
  'event: unknown',
  'data: {}',
  '',
  '',
].join('\n')
const expected = [
  { event: 'conversation-and-segment-id', id: 1, data: { conversationId: 'c', conversationSegmentId: 's' } },
  { event: 'response-updated', id: 7, data: { text: 'a: b\n' } },
  { event: 'response-updated', id: 8, data: { text: 'é' } },
]

describe('server-sent events reader', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads the same events with %s, split at every position', (_, end) => {
    const source = text.replaceAll('\n', end)
    for (let step = 1; step <= 40; step++) expect(read(source, step), `steps of ${step}`).toEqual(expected)
  })

  it('emits no event before its empty line', () => {
    expect(read('event: response-updated\ndata: {"text":"a"}\n')).toEqual([])
  })

  it('keeps the last number if an ID isn’t a number', () => {
    const numbers = read(
      'id: 4\nevent: response-updated\ndata: {"text":"a"}\n\nid: x\nevent: response-updated\ndata: {"text":"b"}\n\nid\nevent: response-updated\ndata: {"text":"c"}\n\n',
    ).map(({ id }) => id)
    expect(numbers).toEqual([4, 4, 4])
  })

  it('skips an event whose data can’t be parsed', () => {
    expect(
      read('event: response-updated\ndata: {"te\n\nevent: response-updated\nid: 2\ndata: {"text":"b"}\n\n'),
    ).toEqual([{ event: 'response-updated', id: 2, data: { text: 'b' } }])
  })
})
