import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from './log.ts'
import { fixedError } from './shownMessage.ts'

afterEach(() => void vi.useRealTimers())

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

/** A log whose lines' causes are collected. */
function collecting() {
  const causes: string[][] = []
  const log = createLog('INFO', {
    write: (line) => void causes.push((JSON.parse(line) as { cause: string[] }).cause),
  })
  return { log, causes }
}

test('an error that repeats is logged without its stack, once a minute with it', () => {
  vi.useFakeTimers()
  const { log, causes } = collecting()
  const away = Object.assign(new Error('The database is away.', { cause: new Error('refused') }), {
    code: '08006',
  })
  const brief = ['Error: The database is away. [08006]', 'Error: refused']
  for (const passed of [0, 1000, 58_000, 1000]) {
    vi.advanceTimersByTime(passed)
    log.warn('runs.flushFailed', {}, away)
  }
  log.warn('request.unavailable', {}, away)
  const hasStack = (lines: string[]) => lines.every((line) => line.includes('\n    at '))
  expect(causes.map(hasStack)).toEqual([true, false, false, true, true])
  expect(causes[1]).toEqual(brief)
})

test('of errors with the same message, each place is logged with its stack', () => {
  const { log, causes } = collecting()
  const first = () => new Error('unexpected')
  const second = () => new Error('unexpected')
  for (const error of [first(), second()]) log.error('request.failed', {}, error)
  expect(causes.map(([line]) => line?.match(/at (first|second)/)?.[1])).toEqual(['first', 'second'])
})

test('without its stack, too, the text given to a parser is missing', () => {
  const { log, causes } = collecting()
  const fails = () => {
    try {
      JSON.parse('the secret prompt')
    } catch (cause) {
      log.warn('test.failed', {}, cause)
    }
  }
  for (let time = 0; time < 2; time += 1) fails()
  expect(causes[1]).toEqual(['SyntaxError'])
})

describe('the message of an error', () => {
  const causesOf = (areLimited: boolean, ...errors: unknown[]) => {
    const { log, causes } = collecting()
    log.rules!.areLimited = areLimited
    for (const error of errors) log.warn('test.failed', {}, error)
    return causes.map(([line]) => line!.split('\n')[0])
  }
  const about = (code: string, message: string) => Object.assign(new Error(message), { code })

  test('about a value is logged without the value', () => {
    const refused = about(
      '22P02',
      'invalid input syntax for type integer: "a secret\n    at secret (a.ts:1:2)"',
    )
    for (const areLimited of [false, true]) {
      expect(causesOf(areLimited, refused)).toEqual(['Error: invalid input syntax for type integer: "…"'])
    }
    const { log, causes } = collecting()
    log.warn('test.failed', {}, refused)
    expect(causes[0]!.join()).not.toContain('secret')
    expect(causes[0]!.join()).toMatch(/\n {4}at .*log\.test\.ts/)
  })

  test('is logged in the mode Off', () => {
    expect(causesOf(false, new Error('The queue is gone.'), about('42703', 'no column "x"'))).toEqual([
      'Error: The queue is gone.',
      'Error: no column "x"',
    ])
  })

  test('is otherwise logged only if nothing that people wrote can be in it', () => {
    const errors = [
      new Error('a secret'),
      new TypeError('a secret'),
      about('ERR_INVALID_ARG_VALUE', 'Received a secret'),
      about('42703', 'column "secret" does not exist'),
      about('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'),
      about('EPIPE', 'write EPIPE'),
      new AppError('engine.busy'),
      about('engine.busy', 'a secret'),
      fixedError('The provider returned 400.'),
    ]
    expect(causesOf(true, ...errors)).toEqual([
      'Error',
      'TypeError',
      'Error',
      'Error: column "…" does not exist',
      'Error: connect ECONNREFUSED 127.0.0.1:5432',
      'Error: write EPIPE',
      `Error: ${new AppError('engine.busy').message}`,
      'Error',
      'Error: The provider returned 400.',
    ])
  })
})
