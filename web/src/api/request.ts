import type { Answer, Args } from '@parlance/contract/endpoint'
import type { SendInput } from '../transport/transport.ts'
import { type Operation, paths } from './paths.ts'

export type { Answer, Args }

/** Fills in a path's `{parameters}`. Each value stays a single segment, whatever it contains. */
export function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** Returns an operation's request: parameters in the path, the rest in the query or the body. */
export function callOf(operation: Operation, args: object | undefined): SendInput {
  const [method, path, , repeated] = paths[operation] as readonly [
    string,
    string,
    string,
    (readonly string[])?,
  ]
  const values = { ...args } as Record<string, unknown>
  const filled = fillPath(path, values)
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) if (!repeated?.includes(name!)) delete values[name!]
  if (method === 'GET') return { method, path: filled, query: values as SendInput['query'] }
  return {
    method,
    path: filled,
    body: Object.keys(values).length > 0 || method !== 'DELETE' ? values : undefined,
  }
}

/** The `query` of an RTK Query endpoint: `query: request('conversations.get')`. */
export const request =
  (operation: Operation) =>
  // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query declares endpoints without arguments this way
  (args: object | void): SendInput =>
    callOf(operation, args ?? undefined)

/** The version being replaced, which the server requires for objects that two people can change at once. */
export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

/** Pagination of an infinite query: each page contains the token of the next one. */
export const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { continuationToken: string | null }) => last.continuationToken ?? undefined,
}
