import { afterEach, describe, expect, it, vi } from 'vitest'
import { log, pageLogLevel } from './log.ts'

const page = (content?: string) =>
  vi.stubGlobal('document', { querySelector: () => (content === undefined ? null : { content }) })
const written = (level: 'debug' | 'info' | 'warn' | 'error') =>
  vi.spyOn(console, level).mockImplementation(() => {})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the client’s log', () => {
  it('[R-4-112] [R-4-113] has the levels DEBUG, INFO, WARN and ERROR, and logs only errors by default', () => {
    page()
    const spies = (['debug', 'info', 'warn', 'error'] as const).map(written)
    for (const level of ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const)
      log(level, 'something.happened', { ms: 1 })
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 1])
    expect(spies[3]).toHaveBeenCalledWith('something.happened', { ms: 1 })
  })

  it('[R-4-114] uses the level that the environment set in the page', () => {
    page('INFO')
    const spies = (['debug', 'info', 'warn'] as const).map(written)
    for (const level of ['DEBUG', 'INFO', 'WARN'] as const) log(level, 'something.happened')
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
  })

  it('[R-4-113] uses ERROR if the page sets no level', () => {
    for (const content of ['', 'LOUD', '__LOG_LEVEL__']) {
      page(content)
      expect(pageLogLevel()).toBe('ERROR')
    }
  })
})
