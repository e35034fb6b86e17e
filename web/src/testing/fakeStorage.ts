/** A Storage like the browser's, for tests that run without one. */
export function fakeStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries))
  const storage = {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key: string) => map.get(key) ?? null,
    key: (index: number) => [...map.keys()][index] ?? null,
    removeItem: (key: string) => void map.delete(key),
    setItem: (key: string, value: string) => void map.set(key, String(value)),
  }
  return new Proxy(storage as Storage, {
    ownKeys: () => [...map.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      map.has(String(key))
        ? { enumerable: true, configurable: true, value: map.get(String(key)) }
        : undefined,
  })
}
