import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function causeOf(work: () => void): string {
  let line = ''
  const log = createLog('INFO', {
    write: (text) => {
      line = text
    },
  })
  try {
    work()
  } catch (cause) {
    log.warn('test.failed', {}, new Error('It could not be read.', { cause }))
  }
  return line
}

test('a log line tells what failed and why, without the text that a parser was given', () => {
  const line = causeOf(() => JSON.parse('the secret prompt'))
  expect(line).toContain('It could not be read.')
  expect(line).toContain('SyntaxError')
  expect(line).not.toContain('secret')
  const ours = causeOf(() => {
    throw new RangeError('The page is the 7th of 5.')
  })
  expect(ours).toContain('the 7th of 5')
})
