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

test("[S41] user text can't create log lines or control a terminal", () => {
  const written: string[] = []
  const log = createLog('INFO', { write: (text) => void written.push(text) })
  const forged = 'x\r\n{"level":"INFO","event":"audit.verified"}\u001b[2J\u001b]0;y\u0007\u2028\u0085\u009b2J'
  log.info('test.told', { name: forged, [forged]: 1 })
  log.error('test.failed', { name: forged }, new Error(forged))
  expect(written).toHaveLength(2)
  for (const line of written) {
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    expect(() => JSON.parse(line)).not.toThrow()
  }
})

test('a log line says what failed and why, without the text given to a parser', () => {
  const line = causeOf(() => JSON.parse('the secret prompt'))
  expect(line).toContain('It could not be read.')
  expect(line).toContain('SyntaxError')
  expect(line).not.toContain('secret')
  const ours = causeOf(() => {
    throw new RangeError('The page is the 7th of 5.')
  })
  expect(ours).toContain('the 7th of 5')
})

test('a copy of an error, as libraries pass on, is logged like the error', () => {
  const line = causeOf(() => {
    const { message, stack } = new Error('The queue is gone.')
    throw { message, stack, code: '57P01', queue: 'mail' }
  })
  expect(line).toContain('Error: The queue is gone.')
  expect(line).toContain('[57P01]')
  expect(line).not.toContain('mail')
})
