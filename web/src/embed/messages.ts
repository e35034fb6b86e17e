/**
 * What the widget on another site and the public page in its frame tell each other. This file has no imports, because
 * the widget has no dependencies.
 */

/** From the page in the frame to the widget. */
export type FromPage =
  /** The page can be told things. */
  | { type: 'ready' }
  /** The visitor wants to close the panel. */
  | { type: 'close' }
  /** An answer has ended. */
  | { type: 'answered' }

/** From the widget to the page in the frame. */
export type ToPage = { type: 'opened' } | { type: 'closed' } | { type: 'ask'; question: string }

const MARK = 'parlance'
export const LONGEST_QUESTION = 2000

export const marked = <T extends FromPage | ToPage>(message: T) => ({ ...message, from: MARK })

/** Returns a message if this is one, from any sender. */
function read(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  return message.from === MARK ? message : null
}

export function fromPage(data: unknown): FromPage | null {
  const type = read(data)?.type
  return type === 'ready' || type === 'close' || type === 'answered' ? { type } : null
}

export function toPage(data: unknown): ToPage | null {
  const message = read(data)
  if (message?.type === 'opened' || message?.type === 'closed') return { type: message.type }
  const { question } = message ?? {}
  if (message?.type !== 'ask' || typeof question !== 'string') return null
  const text = question.trim().slice(0, LONGEST_QUESTION)
  return text === '' ? null : { type: 'ask', question: text }
}
