/**
 * A value that components can subscribe to (React's useSyncExternalStore), for state outside the Redux store.
 */
export interface Observable<T> {
  read: () => T
  set: (change: Partial<T>) => void
  subscribe: (listener: () => void) => () => void
}

export function observable<T extends object>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    set: (change) => {
      value = { ...value, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
