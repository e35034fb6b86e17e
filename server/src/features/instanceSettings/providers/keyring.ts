import type { searchProviders } from '@parlance/contract/instanceSettings'
import { type Connection, type KeyedEngine, ownBaseUrl } from '../../../engines/connections.ts'
import { deriveKey } from '../../../platform/keys.ts'
import type { Log } from '../../../platform/log/log.ts'
import { openText, sealText } from '../../../platform/sealedText.ts'
import type { KeyRow } from './store.ts'

export type SearchProvider = (typeof searchProviders)[number]

/** The URLs of the search providers; null for those that need one. */
export const ownSearchUrl: Record<SearchProvider, string | null> = {
  Brave: 'https://api.search.brave.com/res/v1/web/search',
  Tavily: 'https://api.tavily.com/search',
  SearXNG: null,
  Bing: null,
}

/** For a key too short to reveal four characters, nothing is shown. */
const SHORTEST_SHOWN = 12
export const lastFourOf = (apiKey: string): string => (apiKey.length < SHORTEST_SHOWN ? '' : apiKey.slice(-4))

type Place = Pick<KeyRow, 'kind' | 'provider' | 'endpoint'>

/** Returns the origin (scheme, host, and port) that a key is sent to and bound to. */
export function originOf({ kind, provider, endpoint }: Place): string {
  const own =
    kind === 'SearchApiKey' ? ownSearchUrl[provider as SearchProvider] : ownBaseUrl[provider as KeyedEngine]
  const address = endpoint ?? own
  return address === null ? '' : new URL(address).origin
}

/** Encrypts stored keys and decrypts them only for the calls that need them. */
export interface Keyring {
  seal(place: Place, apiKey: string): string
  /** Returns the connection to a provider; null if the stored key does not open for the stored host. */
  open(row: KeyRow): Connection | null
}

export function createKeyring(secretKey: Buffer, log: Log): Keyring {
  const key = deriveKey(secretKey, 'stored-secrets')
  // A key that someone moved to another URL in the database no longer opens.
  const boundTo = (place: Place) => JSON.stringify(['api-key', place.kind, place.provider, originOf(place)])
  return {
    seal: (place, apiKey) => sealText(key, boundTo(place), apiKey),
    open(row) {
      const { ciphertext, endpoint: baseUrl } = row
      if (ciphertext === null) return { apiKey: null, baseUrl }
      try {
        return { apiKey: openText(key, boundTo(row), ciphertext), baseUrl }
      } catch {
        // The cause adds no information and could include part of a secret.
        log.error('apiKey.unreadable', { kind: row.kind, provider: row.provider })
        return null
      }
    },
  }
}
