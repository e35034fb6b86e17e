import { StringDecoder } from 'node:string_decoder'
import { AppError } from '../platform/errors.ts'

/**
 * Reads a server-sent event stream of JSON: gives each event's `data` text to `onData` as it is complete. Handles any
 * chunk boundaries, also inside a character, and lines that end with LF, CR LF or CR. `event:`, `id:` and comments
 * are passed over: every wire format that is read here carries all it says in `data`.
 */
export function createEventStreamReader(onData: (data: string) => void): {
  push(chunk: Buffer): void
  end(): void
} {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  let restLength = 0
  let data: string | null = null
  let sawCarriageReturn = false
  let atStart = true

  function line(text: string): void {
    if (text === '') {
      if (data !== null) onData(data)
      data = null
      return
    }
    if (!text.startsWith('data:')) return
    const value = text.charCodeAt(5) === 0x20 ? text.slice(6) : text.slice(5)
    data = data === null ? value : `${data}\n${value}`
    if (data.length > MAX_LINE_UNITS) throw tooLong()
  }

  function take(given: string): void {
    const text = atStart && given.charCodeAt(0) === BYTE_ORDER_MARK ? given.slice(1) : given
    if (given !== '') atStart = false
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 0x0a && code !== 0x0d) {
        sawCarriageReturn = false
        continue
      }
      // The LF of a CR LF belongs to the line that the CR has ended.
      if (code === 0x0a && sawCarriageReturn) {
        sawCarriageReturn = false
        from = at + 1
        continue
      }
      line(takeRest() + text.slice(from, at))
      from = at + 1
      sawCarriageReturn = code === 0x0d
    }
    if (from === text.length) return
    rest.push(from === 0 ? text : text.slice(from))
    restLength += text.length - from
    if (restLength > MAX_LINE_UNITS) throw tooLong()
  }

  /** The beginning of the line that ends now. It is kept in pieces: a long one is not copied with each of them. */
  function takeRest(): string {
    if (rest.length === 0) return ''
    const whole = rest.join('')
    rest = []
    restLength = 0
    return whole
  }

  return {
    push: (chunk) => take(decoder.write(chunk)),
    end() {
      take(decoder.end())
      const last = takeRest()
      if (last !== '') line(last)
      line('')
    },
  }
}

const BYTE_ORDER_MARK = 0xfeff

/** A provider that never ends a line must not fill the memory. */
const MAX_LINE_UNITS = 8 * 1024 * 1024

const tooLong = () =>
  new AppError('engine.malformed', { cause: new Error('A line of the event stream is too long.') })
