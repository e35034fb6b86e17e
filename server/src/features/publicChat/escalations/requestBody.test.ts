import { expect, test } from 'vitest'
import { requestBodyOf } from './requestBody.ts'
import type { Turn } from './store.ts'

const due = {
  escalationId: 'e1',
  conversationId: 'c1',
  gptSystemId: 'g1',
  replyTo: 'visitor@vela.example',
  createdAt: '2026-11-27T05:00:00.000Z',
  agentName: 'Help desk',
  title: 'Trains',
  isTest: false,
  page: { isOn: true, gptPublicEndpoint: 'help', language: null, target: null, secret: null },
}
const turn = (question: string, answer = 'An answer.'): Turn => ({
  question,
  answer,
  status: 'Completed',
  askedAt: '2026-11-27T04:00:00.000Z',
  images: 0,
  files: 0,
})
const sent = (turns: Turn[], most?: number) => {
  const body = requestBodyOf(due, { turns, isShortened: false }, 'https://chat.example/e1', most)
  const { data } = JSON.parse(body) as { data: { isShortened: boolean; transcript: Turn[] } }
  return { bytes: Buffer.byteLength(body), ...data }
}

test('a short conversation is sent as a whole', () => {
  const { isShortened, transcript } = sent([turn('One?'), turn('Two?')])
  expect([isShortened, transcript.map(({ question }) => question)]).toEqual([false, ['One?', 'Two?']])
})

test('of a long conversation, the last questions are sent, and it says so', () => {
  const { bytes, isShortened, transcript } = sent(
    Array.from({ length: 50 }, (_, n) => turn(`Question ${n}?`, 'م'.repeat(200))),
    8000,
  )
  expect(bytes).toBeLessThanOrEqual(8000)
  expect(isShortened).toBe(true)
  expect(transcript.at(-1)?.question).toBe('Question 49?')
  expect(transcript.length).toBeGreaterThan(5)
})

test('one long answer is cut, also if its characters need more room when they are sent', () => {
  const { bytes, isShortened, transcript } = sent([turn('Why?', '\u0001😀'.repeat(5000))], 4000)
  expect(bytes).toBeLessThanOrEqual(4000)
  expect(isShortened).toBe(true)
  expect(transcript).toHaveLength(1)
  expect(transcript[0]?.answer.isWellFormed()).toBe(true)
  expect(transcript[0]?.answer.length).toBeGreaterThan(100)
})
