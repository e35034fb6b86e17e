import { expect, test } from 'vitest'
import { isDrawable, isQuick, maxSide, maxSourceBytes, maxSvgLength, readAnswer } from './messages.ts'

const drawn = { kind: 'drawn', id: 1, svg: '<svg/>', width: 10, height: 20 }

test('answers of the frame are read', () => {
  expect(readAnswer({ kind: 'ready' })).toEqual({ kind: 'ready', isolated: false })
  expect(readAnswer({ kind: 'ready', isolated: true })).toEqual({ kind: 'ready', isolated: true })
  expect(readAnswer({ ...drawn, more: 1 })).toEqual(drawn)
  expect(readAnswer({ kind: 'failed', id: 2, reason: 'Parse error.' })).toEqual({
    kind: 'failed',
    id: 2,
    reason: 'Parse error.',
  })
})

test.each([
  ['nothing', null],
  ['text', 'ready'],
  ['an unknown kind', { kind: 'open', id: 1 }],
  ['no ID', { ...drawn, id: undefined }],
  ['an ID that isn’t a whole number', { ...drawn, id: 1.5 }],
  ['an image that isn’t text', { ...drawn, svg: ['<svg/>'] }],
  ['an image that is too long', { ...drawn, svg: 'x'.repeat(maxSvgLength + 1) }],
  ['no width', { ...drawn, width: undefined }],
  ['a width that isn’t a number', { ...drawn, width: '10' }],
  ['no height', { ...drawn, height: 0 }],
  ['an endless height', { ...drawn, height: Number.POSITIVE_INFINITY }],
  ['an image that is too wide', { ...drawn, width: maxSide + 1 }],
  ['a reason that isn’t text', { kind: 'failed', id: 1, reason: 5 }],
])('a message with %s is ignored', (_what, message) => {
  expect(readAnswer(message)).toBeNull()
})

test('a reason is cut to a sentence’s length', () => {
  const answer = readAnswer({ kind: 'failed', id: 1, reason: 'x'.repeat(5000) })
  expect(answer).toMatchObject({ reason: 'x'.repeat(200) })
})

test('the length of a source is limited in bytes', () => {
  expect(isDrawable('x'.repeat(maxSourceBytes))).toBe(true)
  expect(isDrawable('x'.repeat(maxSourceBytes + 1))).toBe(false)
  expect(isDrawable('ش'.repeat(maxSourceBytes / 2))).toBe(true)
  expect(isDrawable('ش'.repeat(maxSourceBytes / 2 + 1))).toBe(false)
})

test('a diagram with few parts is quick, however it is written', () => {
  const edges = Array.from({ length: 60 }, (_, index) => `  n${index} -->|text| n${index + 1}`)
  expect(isQuick(['flowchart TD', ...edges].join('\n'))).toBe(true)
  expect(isQuick(`flowchart TD\n${'A-->'.repeat(300)}B`)).toBe(false)
  expect(isQuick(`flowchart TD\n${'A & '.repeat(300)}B --> C`)).toBe(false)
  expect(isQuick(`flowchart TD\n${'A;'.repeat(300)}`)).toBe(false)
  expect(isQuick(`mindmap\n${'  A\n'.repeat(300)}`)).toBe(false)
})
