/** Changes the texts in JSON. If it is cut off or invalid, it is changed as one text. Without changes, it stays as it was. */
export function inStrings(json: string, change: (text: string) => string): string {
  let isChanged = false
  const changed = (text: string) => {
    const result = change(text)
    isChanged ||= result !== text
    return result
  }
  try {
    const value = mapped(JSON.parse(json), changed)
    return isChanged ? JSON.stringify(value) : json
  } catch {
    return change(json)
  }
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapped(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapped(one, change)]))
}
