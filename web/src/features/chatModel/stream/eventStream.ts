/** The server sends a comment every 15 s. After three missed ones the connection is considered dead. */
export const SILENCE_MS = 45_000

interface AnyEvent {
  event: string
  data: unknown
}

/** Yields the events of a stream, skipping comments. Aborts a silent connection with `attempt`. */
export async function* eventsOf<E extends AnyEvent>(
  response: Response,
  names: readonly E['event'][],
  attempt: AbortController,
): AsyncGenerator<(E & { id: number })[]> {
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  const events = new EventStreamReader<E>(names)
  for (;;) {
    const silence = setTimeout(() => attempt.abort(), SILENCE_MS)
    try {
      const { done, value } = await reader.read()
      if (done) return
      yield events.push(value)
    } finally {
      clearTimeout(silence)
    }
  }
}

/**
 * Parses server-sent events from chunks of any size. Lines end with CR, LF or both. Comments are skipped and
 * unknown events dropped.
 */
export class EventStreamReader<E extends AnyEvent> {
  private rest = ''
  private afterReturn = false
  private event = ''
  private id = 0
  private data: string[] = []
  private readonly names: ReadonlySet<string>

  constructor(names: readonly E['event'][]) {
    this.names = new Set(names)
  }

  push(piece: string): (E & { id: number })[] {
    if (piece === '') return []
    const text = this.afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    this.afterReturn = piece.endsWith('\r')
    const lines = (this.rest + text).split(/\r\n|\r|\n/)
    this.rest = lines.pop()!
    const events: (E & { id: number })[] = []
    for (const line of lines) {
      const event = line === '' ? this.take() : this.field(line)
      if (event) events.push(event)
    }
    return events
  }

  private field(line: string): null {
    const colon = line.indexOf(':')
    if (colon === 0) return null
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'event') this.event = value
    else if (name === 'data') this.data.push(value)
    else if (name === 'id' && /^\d+$/.test(value)) this.id = Number(value)
    return null
  }

  private take(): (E & { id: number }) | null {
    const { event, data, id } = this
    this.event = ''
    this.data = []
    if (!this.names.has(event) || data.length === 0) return null
    try {
      return { event, id, data: JSON.parse(data.join('\n')) } as unknown as E & { id: number }
    } catch {
      return null
    }
  }
}
