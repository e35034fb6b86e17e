import { beforeEach, describe, expect, test } from 'vitest'
import { azureEventOf, createAzureSentences } from './azureEvents.ts'

const message = (eventType: unknown) => JSON.stringify({ event: { eventType, requestId: '1' } })

test.each([
  ['EVENT_TYPE_TURN_START', 'Began'],
  ['EVENT_TYPE_TURN_END', 'Ended'],
  ['EVENT_TYPE_SWITCH_TO_IDLE', 'Ended'],
  ['EVENT_TYPE_SESSION_END', 'SessionEnded'],
  ['EVENT_TYPE_SWITCH_TO_SPEAKING', null],
  ['constructor', null],
  [7, null],
])('%s is %s', (type, event) => {
  expect(azureEventOf(message(type)) ?? null).toBe(event)
})

test.each(['', 'x', 'null', '{}', '{"event":null}', new ArrayBuffer(2)])('%j is no event', (odd) => {
  expect(azureEventOf(odd)).toBe(null)
})

describe('sentences', () => {
  let shown: (string | null)[]
  let sentences: ReturnType<typeof createAzureSentences>
  beforeEach(() => {
    shown = []
    sentences = createAzureSentences((sentence) => shown.push(sentence))
  })

  test('are shown as they begin, until the last one ends', () => {
    sentences.add(['One.', 'Two.'])
    expect(shown).toEqual([])
    sentences.began()
    sentences.ended()
    expect(shown).toEqual(['One.'])
    sentences.began()
    sentences.ended()
    sentences.ended()
    expect(shown).toEqual(['One.', 'Two.', null])
  })

  test('are shown if they began before the call was answered', () => {
    sentences.began()
    sentences.add(['One.', 'Two.'])
    expect(shown).toEqual(['One.'])
    sentences.ended()
    sentences.began()
    expect(shown).toEqual(['One.', 'Two.'])
  })

  test('of another answer aren’t mixed up with one that is being stopped', () => {
    sentences.add(['One.', 'Two.'])
    sentences.began()
    sentences.clear()
    sentences.add(['Three.', 'Four.'])
    sentences.ended()
    expect(shown).toEqual(['One.'])
    sentences.began()
    expect(shown).toEqual(['One.', 'Three.'])
  })

  test('the turn that connects shows nothing', () => {
    sentences.began()
    sentences.ended()
    expect(shown).toEqual([])
    sentences.add(['One.'])
    sentences.began()
    expect(shown).toEqual(['One.'])
  })
})
