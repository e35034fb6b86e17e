import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../testing/fakeServer.ts'
import { ApiError } from './apiError.ts'

const listeners = new Map<string, (event: object) => void>()
vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
  listeners.set(name, listener),
)
let meta = 'on'
vi.stubGlobal('document', { querySelector: () => ({ content: meta }) })
const { reportError, reportUncaught } = await import('./errorReports.ts')

const server = () => fakeServer(() => new Response(null, { status: 204 }))
beforeEach(() => {
  meta = 'on'
  reportUncaught('index')
})

describe('an error in the page', () => {
  it('[R-8-021] is sent with the component in which it happened', () => {
    const { calls } = server()
    reportError('sidebar', new TypeError('x is not a function'))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/internal/clientErrors'])
    const body = JSON.parse(calls[0]?.body ?? '')
    expect(body).toEqual({
      component: 'sidebar',
      message: 'TypeError: x is not a function',
      stack: expect.stringContaining('errorReports.test'),
      version: '2.2509.3736',
    })
    expect(calls[0]?.headers.authorization).toBeUndefined()
  })

  it('[R-8-021] isn’t sent unless the page says that a service is configured', () => {
    const { calls } = server()
    for (const content of ['off', '', '__ERROR_REPORTS__']) {
      meta = content
      reportError('sidebar', new Error(`not sent ${content}`))
    }
    expect(calls).toEqual([])
  })

  it('is reported if it is uncaught', () => {
    const { calls } = server()
    listeners.get('error')?.({ error: new RangeError('one'), message: 'one' })
    listeners.get('unhandledrejection')?.({ reason: new RangeError('two') })
    listeners.get('unhandledrejection')?.({ reason: { secret: 'text from a user' } })
    const sent = calls.map(({ body }) => JSON.parse(body ?? '') as { component: string; message: string })
    expect(sent.map(({ component, message }) => [component, message])).toEqual([
      ['index', 'RangeError: one'],
      ['index', 'RangeError: two'],
      ['index', 'Error: Thrown: object'],
    ])
  })

  it('[R-8-023] isn’t the browser’s message about its resize observers', () => {
    const { calls } = server()
    const messages = [
      'ResizeObserver loop completed with undelivered notifications.',
      'ResizeObserver loop limit exceeded',
    ]
    for (const message of messages) listeners.get('error')?.({ error: undefined, message })
    expect(calls).toEqual([])
    listeners.get('error')?.({ error: undefined, message: 'ResizeObserver is not defined' })
    expect(calls).toHaveLength(1)
  })

  it('is neither a failed call nor an aborted one', () => {
    const { calls } = server()
    reportError('screen', new ApiError({ status: 500, requestId: 'r' }))
    reportError('screen', new DOMException('stopped', 'AbortError'))
    expect(calls).toEqual([])
  })

  it('is sent once, and no page sends more than ten', () => {
    const { calls } = server()
    for (let count = 0; count < 3; count += 1) reportError('screen', new Error('the same'))
    expect(calls).toHaveLength(1)
    for (let count = 0; count < 50; count += 1) reportError('screen', new Error(`another ${count}`))
    expect(calls).toHaveLength(10)
  })
})
