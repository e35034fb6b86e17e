import type { FieldError } from '@parlance/contract/errors'

/** An error of an asynchronous task: the field, empty for a general error, and the message. */
export interface TaskError {
  field: string
  value: string
}

/**
 * Parses the errors of an asynchronous task from its JSON string. It is an object of fields with one or more
 * values, or a list of fields with a value or a message. Anything else is one general error.
 */
export function parseTaskErrors(text: string): TaskError[] {
  if (text.trim() === '') return []
  try {
    const found = pairsOf(JSON.parse(text))
    if (found) return found
  } catch {
    // Handled below.
  }
  return [{ field: '', value: text }]
}

/** Returns null if it is neither an object of fields nor a list of pairs. */
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
