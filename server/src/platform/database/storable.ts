/** Returns a text as PostgreSQL can store it, which refuses NUL. */
export const storable = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text

/** Returns data as jsonb can store it, which refuses NUL and half a surrogate pair. JSON writes both as escapes. */
export function storableJson<T>(data: T): T {
  const json = JSON.stringify(data)
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return data
  return JSON.parse(json, (_key, value: unknown) =>
    typeof value === 'string' ? storable(value).toWellFormed() : value,
  ) as T
}
