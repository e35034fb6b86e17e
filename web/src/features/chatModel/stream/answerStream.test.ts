import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../session/http.ts'
import { AnswerStream, type StreamCalls } from './answerStream.ts'
import { SILENCE_MS } from './eventStream.ts'
import type { NumberedEvent } from './streamEvents.ts'

const frame = (id: number, event: string, data: unknown) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
const words = ['One', ' two', ' three', ' four', ' five']
/** The complete answer as the server stores it: IDs, five words, the end. */
const log = [
  frame(1, 'conversation-and-segment-id', { conversationId: 'c', conversationSegmentId: 's' }),
  ...words.map((text, index) => frame(index + 2, 'response-updated', { text })),
  frame(7, 'no-more-data', { status: 'Completed' }),
]

type Body = ReadableStreamDefaultController<Uint8Array>
const encoder = new TextEncoder()
/** An HTTP response that sends these frames and then ends, breaks or stays silent. */
function response(frames: string[], then: 'end' | 'break' | 'silence', signal: AbortSignal): Response {
  const start = (body: Body) => {
    for (const text of frames) body.enqueue(encoder.encode(text))
    if (then === 'end') body.close()
    // A stream that fails immediately drops its buffered data, so it breaks after the reader has had its turn.
    if (then === 'break') setTimeout(() => body.error(new TypeError('network error')), 1)
    signal.addEventListener('abort', () => {
      try {
        body.error(signal.reason)
      } catch {
        // It had already ended.
      }
    })
  }
  return new Response(new ReadableStream({ start }))
}

function follow(calls: Partial<StreamCalls>, from?: ConstructorParameters<typeof AnswerStream>[2]) {
  const events: NumberedEvent[] = []
  const reconnecting: boolean[] = []
  const controller = new AbortController()
  const waits: number[] = []
  const stream = new AnswerStream(
    {
      post: (signal) => Promise.resolve(response(log, 'end', signal)),
      resume: (_, last, signal) => Promise.resolve(response(log.slice(last), 'end', signal)),
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
      onBack: () => () => {},
      ...calls,
    },
    { events: (came) => events.push(...came), reconnecting: (value) => reconnecting.push(value) },
    from,
  )
  const text = () =>
    events.map((event) => (event.event === 'response-updated' ? event.data.text : '')).join('')
  return { run: () => stream.run(controller.signal), events, text, reconnecting, controller, waits, stream }
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 }))
afterEach(() => vi.useRealTimers())

describe('receiving an answer', () => {
  it('ends with no-more-data', async () => {
    const { run, text, events } = follow({})
    await run()
    expect(text()).toBe(words.join(''))
    expect(events.at(-1)?.event).toBe('no-more-data')
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'receives every word once when the connection breaks after %i events',
    async (cut) => {
      const resumed: number[] = []
      const { run, text, reconnecting } = follow({
        post: (signal) => Promise.resolve(response(log.slice(0, cut), 'break', signal)),
        resume: (ids, last, signal) => {
          expect(ids).toEqual({ conversationId: 'c', conversationSegmentId: 's' })
          resumed.push(last)
          return Promise.resolve(response(log.slice(last), 'end', signal))
        },
      })
      await run()
      expect(text()).toBe(words.join(''))
      expect(resumed).toEqual([cut])
      expect(reconnecting).toContain(true)
      expect(reconnecting.at(-1)).toBe(false)
    },
  )

  it('drops events that the server sends twice', async () => {
    const { run, text } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 4), 'end', signal)),
      resume: (_, __, signal) => Promise.resolve(response(log, 'end', signal)),
    })
    await run()
    expect(text()).toBe(words.join(''))
  })

  it('repeats only the post until the server has confirmed what it stored', async () => {
    let posts = 0
    const resume = vi.fn()
    const { run, text } = follow({
      post: (signal) => {
        posts++
        if (posts < 4) return Promise.reject(new ApiError({ status: 'FETCH_ERROR', requestId: 'r' }))
        return Promise.resolve(response(log, 'end', signal))
      },
      resume,
    })
    await run()
    expect(posts).toBe(4)
    expect(resume).not.toHaveBeenCalled()
    expect(text()).toBe(words.join(''))
  })

  it('reconnects after 45 s without a byte', async () => {
    const { run, text } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 3), 'silence', signal)),
    })
    const done = run()
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1000)
    expect(text()).toBe('One two')
    await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(text()).toBe(words.join(''))
  })

  it('reconnects immediately when the browser comes online', async () => {
    let online = () => {}
    const { run, text } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 2), 'silence', signal)),
      onBack: (callback) => {
        online = callback
        return () => {}
      },
    })
    const done = run()
    await vi.advanceTimersByTimeAsync(50)
    online()
    await done
    expect(text()).toBe(words.join(''))
  })

  it('waits longer each time, up to ten seconds, and starts over after receiving data', async () => {
    let tries = 0
    const { run, waits } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 2), 'end', signal)),
      resume: (_, last, signal) => {
        tries++
        if (tries === 8) return Promise.resolve(response(log.slice(last, last + 1), 'end', signal))
        if (tries > 8) return Promise.resolve(response(log.slice(last), 'end', signal))
        return Promise.reject(new ApiError({ status: tries % 2 ? 502 : 'FETCH_ERROR', requestId: 'r' }))
      },
    })
    await run()
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 500])
  })

  it('ends when the server has nothing more to send, so the stored answer decides', async () => {
    const { run, waits, reconnecting } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 3), 'end', signal)),
      // Fails a client that retries forever.
      resume: (_, __, signal) =>
        waits.length > 9
          ? Promise.reject(new ApiError({ status: 404, requestId: 'r' }))
          : Promise.resolve(response([], 'end', signal)),
    })
    await run()
    expect(waits).toEqual([500, 1000, 2000])
    expect(reconnecting.at(-1)).toBe(false)
  })

  it('posts until it gets a response, however often the connection ends empty', async () => {
    let posts = 0
    const { run, text } = follow({
      post: (signal) => Promise.resolve(response(++posts < 6 ? [] : log, 'end', signal)),
    })
    await run()
    expect(text()).toBe(words.join(''))
  })

  it('shows steps without a number of their own, which are not part of the answer', async () => {
    const notice = { text: 'Waiting', steps: [] }
    const unnumbered = `event: step-update\ndata: ${JSON.stringify(notice)}\n\n`
    const { run, events, text } = follow({
      post: (signal) => Promise.resolve(response([...log.slice(0, 6), unnumbered], 'break', signal)),
      resume: (_, last, signal) => Promise.resolve(response([unnumbered, ...log.slice(last)], 'end', signal)),
    })
    await run()
    expect(text()).toBe(words.join(''))
    expect(events.map(({ event }) => event).slice(-4)).toEqual([
      'response-updated',
      'step-update',
      'step-update',
      'no-more-data',
    ])
  })

  it('reports a rejected question immediately', async () => {
    const { run } = follow({ post: () => Promise.reject(new ApiError({ status: 409, requestId: 'r' })) })
    await expect(run()).rejects.toMatchObject({ status: 409 })
  })

  it('reports that the answer is gone', async () => {
    const { run } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 2), 'end', signal)),
      resume: () => Promise.reject(new ApiError({ status: 404, requestId: 'r' })),
    })
    await expect(run()).rejects.toMatchObject({ status: 404 })
  })

  it('ends when the page leaves it', async () => {
    const { run, controller, text } = follow({
      post: (signal) => Promise.resolve(response(log.slice(0, 2), 'silence', signal)),
    })
    const done = run()
    await vi.advanceTimersByTimeAsync(50)
    controller.abort(new Error('left'))
    await expect(done).rejects.toThrow('left')
    expect(text()).toBe('One')
  })

  it('follows a running answer from its first event', async () => {
    const post = vi.fn()
    const { run, text } = follow(
      { post },
      { ids: { conversationId: 'c', conversationSegmentId: 's' }, lastEventId: 0 },
    )
    await run()
    expect(post).not.toHaveBeenCalled()
    expect(text()).toBe(words.join(''))
  })
})
