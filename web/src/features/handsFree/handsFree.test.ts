import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CurrentAnswer, createHandsFree, type HandsFree } from './handsFree.ts'
import type { ListenerEvents } from './listener.ts'

let events: ListenerEvents
let answer: CurrentAnswer | null
let reading: 'Playing' | 'Paused' | null
let isAnswering: boolean
let isRefused: boolean
let done: string[]
let handsFree: HandsFree
let listen: () => Promise<{ level(): number; stop(): void }>

beforeEach(async () => {
  vi.useFakeTimers()
  answer = null
  reading = null
  isAnswering = false
  isRefused = false
  done = []
  listen = async () => ({ level: () => 0.5, stop: () => done.push('closed') })
  handsFree = createHandsFree({
    listen: (given) => {
      events = given
      return listen()
    },
    ask(question) {
      if (isAnswering) return false
      done.push(`asked ${question}`)
      return true
    },
    stopAnswer: () => done.push('stopped answer'),
    answer: () => answer,
    isRefused: () => isRefused,
    reading: {
      start(segmentId) {
        done.push(`reads ${segmentId}`)
        reading = 'Playing'
      },
      pause() {
        done.push('paused')
        reading = 'Paused'
      },
      resume() {
        done.push('goes on')
        reading = 'Playing'
      },
      stop() {
        reading = null
      },
      state: () => reading,
      hasFailed: () => false,
    },
  })
  await handsFree.open()
})
afterEach(() => {
  handsFree.end()
  vi.useRealTimers()
})
const phase = () => handsFree.state.read().phase
const soon = () => vi.advanceTimersByTimeAsync(250)
async function say(text: string) {
  events.onSpeech()
  events.onEnd()
  events.onText(text)
  await soon()
}
const isWritten = (segmentId: string) => {
  answer = { segmentId, isWritten: true, hasFailed: false }
}

it('asks what was said, reads the answer while it is written, and listens again', async () => {
  expect(phase()).toBe('Listening')
  events.onSpeech()
  expect(phase()).toBe('Hearing')
  events.onEnd()
  expect(phase()).toBe('Writing')
  events.onText(' How tall? ')
  expect(phase()).toBe('Answering')
  isWritten('a')
  await soon()
  expect(done).toEqual(['stopped answer', 'asked How tall?', 'reads a'])
  expect(phase()).toBe('Speaking')
  reading = null
  await soon()
  expect(phase()).toBe('Listening')
})

it('a voice pauses the answer at once, and ends it if something was said', async () => {
  await say('One?')
  isWritten('a')
  await soon()
  events.onSpeech()
  expect([reading, phase()]).toEqual(['Paused', 'Hearing'])
  isAnswering = true
  events.onEnd()
  events.onText('No, two?')
  await soon()
  expect(done).not.toContain('asked No, two?')
  isAnswering = false
  await soon()
  expect(done).toContain('asked No, two?')
  isWritten('b')
  await soon()
  expect([done.at(-1), phase()]).toEqual(['reads b', 'Speaking'])
})

it('goes on with the answer if the sound wasn’t speech', async () => {
  await say('One?')
  isWritten('a')
  await soon()
  await say('')
  expect([done.at(-1), reading, phase()]).toEqual(['goes on', 'Playing', 'Speaking'])
})

it('keeps listening if a recording couldn’t be written down, and not without a microphone', async () => {
  const error = new Error('busy')
  events.onSpeech()
  events.onEnd()
  events.onFailure({ error })
  expect(handsFree.state.read()).toEqual({ phase: 'Listening', failure: { error }, isOpen: true })
  events.onFailure('Unplugged')
  expect(handsFree.state.read()).toMatchObject({ failure: 'Unplugged', isOpen: false })
  expect(done).toContain('closed')
  listen = () => Promise.reject('Denied')
  await handsFree.open()
  expect(handsFree.state.read()).toMatchObject({ failure: 'Denied', isOpen: false })
})

it('says if an answer failed, and listens', async () => {
  await say('One?')
  answer = { segmentId: 'a', isWritten: false, hasFailed: true }
  await soon()
  reading = null
  await soon()
  expect(handsFree.state.read()).toMatchObject({ phase: 'Listening', failure: 'AnswerFailed' })
})

it('says if a question was refused, and listens', async () => {
  isRefused = true
  await say('One?')
  expect(handsFree.state.read()).toMatchObject({ phase: 'Listening', failure: 'AnswerFailed' })
})

it('doesn’t read over someone who speaks while they wait', async () => {
  await say('One?')
  events.onSpeech()
  isWritten('a')
  await soon()
  expect([reading, phase()]).toEqual(['Paused', 'Hearing'])
})

it('does nothing more once it has ended', async () => {
  await say('One?')
  handsFree.end()
  isWritten('a')
  await soon()
  expect(done).toEqual(['stopped answer', 'asked One?', 'closed'])
})
