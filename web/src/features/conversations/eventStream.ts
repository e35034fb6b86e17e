import { streamEventNames } from '@parlance/contract/events'
import type { NumberedEvent } from './streamEvents.ts'

const names = new Set<string>(streamEventNames)

/**
 * Reads server-sent events from text in pieces of any size: lines end with CR, LF or both, comments are passed over,
 * and an event that this version does not know is dropped.
 */
export class EventStreamReader {
  private rest = ''
  private afterReturn = false
  private event = ''
  private id = 0
  private data: string[] = []

  push(piece: string): NumberedEvent[] {
    if (piece === '') return []
    const text = this.afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    this.afterReturn = piece.endsWith('\r')
    const lines = (this.rest + text).split(/\r\n|\r|\n/)
    this.rest = lines.pop()!
    const events: NumberedEvent[] = []
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

  private take(): NumberedEvent | null {
    const { event, data, id } = this
    this.event = ''
    this.data = []
    if (!names.has(event) || data.length === 0) return null
    try {
      return { event, id, data: JSON.parse(data.join('\n')) } as NumberedEvent
    } catch {
      return null
    }
  }
}
