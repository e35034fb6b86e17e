import type { searchProviders } from '@parlance/contract/instanceSettings'
import { type Connection, type KeyedEngine, ownBaseUrl } from '../../../engines/connections.ts'
import { deriveKey } from '../../../platform/keys.ts'
import type { Log } from '../../../platform/log/log.ts'
import { openText, sealText } from '../../../platform/sealedText.ts'
import type { KeyRow } from './store.ts'

export type SearchProvider = (typeof searchProviders)[number]

/** Where a search provider is asked; null where everybody has a server of their own. */
export const ownSearchUrl: Record<SearchProvider, string | null> = {
  Bing: 'https://api.bing.microsoft.com/v7.0/search',
  Brave: 'https://api.search.brave.com/res/v1/web/search',
  SearXNG: null,
}

/** The end of a key that is too short to spare four characters is not shown. */
const SHORTEST_SHOWN = 12
export const lastFourOf = (apiKey: string): string => (apiKey.length < SHORTEST_SHOWN ? '' : apiKey.slice(-4))

type Place = Pick<KeyRow, 'kind' | 'provider' | 'endpoint'>

/** The host that a key is sent to, with how and where: what the key is bound to. */
export function originOf({ kind, provider, endpoint }: Place): string {
  const own =
    kind === 'SearchApiKey' ? ownSearchUrl[provider as SearchProvider] : ownBaseUrl[provider as KeyedEngine]
  const address = endpoint ?? own
  return address === null ? '' : new URL(address).origin
}

/** Keys that are written once and read by the calls that need them alone. */
export interface Keyring {
  seal(place: Place, apiKey: string): string
  /** How a provider is reached; null where the stored key does not open for the host that stands beside it. */
  open(row: KeyRow): Connection | null
}

export function createKeyring(secretKey: Buffer, log: Log): Keyring {
  const key = deriveKey(secretKey, 'stored-secrets')
  // One that somebody has put beside another address in the database opens no more.
  const boundTo = (place: Place) => JSON.stringify(['api-key', place.kind, place.provider, originOf(place)])
  return {
    seal: (place, apiKey) => sealText(key, boundTo(place), apiKey),
    open(row) {
      const { ciphertext, endpoint: baseUrl } = row
      if (ciphertext === null) return { apiKey: null, baseUrl }
      try {
        return { apiKey: openText(key, boundTo(row), ciphertext), baseUrl }
      } catch {
        // The cause would tell nothing, and stands beside a secret.
        log.error('apiKey.unreadable', { kind: row.kind, provider: row.provider })
        return null
      }
    },
  }
}
