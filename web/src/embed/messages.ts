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
export type ToPage =
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'ask'; question: string }
  /** What the site tells about the page that the visitor is on. Null if nothing. */
  | { type: 'context'; context: SitePage | null }

/** A page of the site around the chat. */
export interface SitePage {
  url: string
  title: string
  fields: { name: string; value: string }[]
}

const MARK = 'parlance'
export const LONGEST_QUESTION = 2000
const LONGEST_URL = 2000
const LONGEST_VALUE = 200
const LONGEST_NAME = 100
const MOST_FIELDS = 20

/** Returns the description of a page with texts of limited length and only the first details. */
export function sitePage(url: string, title: string, fields: Record<string, unknown>): SitePage {
  const given = Object.entries(fields).map(([name, value]) => ({
    name: name.trim().slice(0, LONGEST_NAME),
    value: String(value ?? '')
      .replaceAll('\0', '')
      .trim()
      .slice(0, LONGEST_VALUE),
  }))
  return {
    url: url.slice(0, LONGEST_URL),
    title: title.trim().slice(0, LONGEST_VALUE),
    fields: given.filter(({ name, value }) => name !== '' && value !== '').slice(0, MOST_FIELDS),
  }
}

/** Returns a page as the widget told it, or null for anything else. */
function toSitePage(data: unknown): SitePage | null {
  if (typeof data !== 'object' || data === null) return null
  const { url, title, fields } = data as Record<string, unknown>
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) return null
  if (typeof title !== 'string' || !Array.isArray(fields)) return null
  const entries = fields.flatMap((field: Record<string, unknown> | null) =>
    typeof field?.name === 'string' && typeof field.value === 'string' ? [[field.name, field.value]] : [],
  )
  return sitePage(url, title, Object.fromEntries(entries))
}

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
  if (message?.type === 'context') return { type: 'context', context: toSitePage(message.context) }
  const { question } = message ?? {}
  if (message?.type !== 'ask' || typeof question !== 'string') return null
  const text = question.trim().slice(0, LONGEST_QUESTION)
  return text === '' ? null : { type: 'ask', question: text }
}
