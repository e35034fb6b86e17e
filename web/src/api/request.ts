import type { Answer, Args } from '@parlance/contract/endpoint'
import type { SendInput } from '../transport/transport.ts'
import { type Operation, paths } from './paths.ts'

export type { Answer, Args }

/** A path with its `{parameters}` filled in; each one is one segment, whatever it holds. */
export function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** What an operation's call looks like on the wire: parameters in the path, the rest in the query or the body. */
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
  // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query's own way to say that an endpoint takes no argument
  (args: object | void): SendInput =>
    callOf(operation, args ?? undefined)

/** The version that is replaced, as the server demands it of what two people may change at once. */
export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

/** How an infinite query goes on: a list says where its next page begins. */
export const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { continuationToken: string | null }) => last.continuationToken ?? undefined,
}
