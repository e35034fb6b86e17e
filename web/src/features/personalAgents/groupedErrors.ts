import { problemOf } from '../../transport/apiError.ts'

/** Groups the server's messages by field. Empty if it names none. */
export function groupedErrors(failure: unknown): { key: string; messages: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { field, message } of problemOf(failure)?.errors ?? [])
    groups.set(field, [...(groups.get(field) ?? []), message])
  return [...groups].map(([key, messages]) => ({ key, messages: [...new Set(messages)] }))
}
