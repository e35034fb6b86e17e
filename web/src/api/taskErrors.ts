import type { FieldError } from '@parlance/contract/errors'

/** What an asynchronous task found wrong: the field, empty for the whole, and what is said of it. */
export interface TaskError {
  field: string
  value: string
}

/**
 * The errors of an asynchronous task, which it leaves as a JSON string: an object of fields, each with one value or
 * several, or a list of fields with a value or a message. What cannot be read that way is one general error.
 */
export function parseTaskErrors(text: string): TaskError[] {
  if (text.trim() === '') return []
  try {
    const found = pairsOf(JSON.parse(text))
    if (found) return found
  } catch {
    // Said below.
  }
  return [{ field: '', value: text }]
}

/** Null where it is neither an object of fields nor a list of pairs. */
function pairsOf(parsed: unknown): TaskError[] | null {
  if (typeof parsed !== 'object' || parsed === null) return null
  if (Array.isArray(parsed)) {
    const pairs = parsed.map(pairOf)
    return pairs.includes(null) ? null : (pairs as TaskError[])
  }
  return Object.entries(parsed).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => ({ field, value: textOf(one) })),
  )
}

function pairOf(item: unknown): TaskError | null {
  const { field, value, message } = (item ?? {}) as Partial<TaskError & FieldError>
  return typeof field === 'string' ? { field, value: textOf(value ?? message) } : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
