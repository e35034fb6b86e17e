import { client, limits } from '@parlance/contract/limits'
import { sessionStored } from '../base/storage.ts'

/** `cosmosDbSessionTokens`: header name to value. Writes return them, and later calls send them. */
export type CosmosDbSessionTokens = Record<string, string>

const bytes = (tokens: [string, string][]) =>
  tokens.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

/**
 * Merges new headers into the stored ones. The newest are last. The oldest are dropped if there are more than
 * ten or they exceed 8 kB. Otherwise, a server could make every later request too large to be read.
 */
export function mergeSessionTokens(
  current: CosmosDbSessionTokens,
  incoming: Iterable<readonly [string, string]>,
): CosmosDbSessionTokens {
  let changed = false
  const merged = new Map(Object.entries(current))
  for (const [header, value] of incoming) {
    const name = header.toLowerCase()
    if (!name.startsWith(client.sessionHeaderPrefix) || merged.get(name) === value) continue
    // A value that is invalid in a header would make every later call fail.
    if (!/^[a-z0-9-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) continue
    merged.delete(name)
    merged.set(name, value)
    changed = true
  }
  if (!changed) return current
  const tokens = [...merged]
  while (tokens.length > limits.sessionHeaders || bytes(tokens) > limits.sessionHeaderBytes) tokens.shift()
  return Object.fromEntries(tokens)
}

/** Where the headers are stored: the state once there is a store, a variable until then. */
interface Keeper {
  read: () => CosmosDbSessionTokens
  keep: (incoming: Iterable<readonly [string, string]>) => void
}

/** Also read by the page's first script, for the calls that it sends. */
const KEY = 'sessionTokens'
/** They survive a reload, so that the next page reads what this one has written. Signing out removes them. */
export function storedSessionTokens(): CosmosDbSessionTokens {
  const stored = Object.entries(sessionStored.read<Record<string, unknown>>(KEY) ?? {})
  return mergeSessionTokens(
    {},
    stored.map(([name, value]) => [name, String(value)] as const),
  )
}

let own: CosmosDbSessionTokens = storedSessionTokens()
let keeper: Keeper = {
  read: () => own,
  keep: (incoming) => {
    own = mergeSessionTokens(own, incoming)
  },
}

export const readSessionTokens = (): CosmosDbSessionTokens => keeper.read()
export function keepSessionTokens(incoming: Iterable<readonly [string, string]>): void {
  const before = keeper.read()
  keeper.keep(incoming)
  const after = keeper.read()
  if (after !== before) sessionStored.write(KEY, after)
}
export function connectSessionTokens(next: Keeper): void {
  keeper = next
}
