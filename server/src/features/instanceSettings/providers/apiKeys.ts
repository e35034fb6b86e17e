import type { instanceSettings } from '@parlance/contract/instanceSettings'
import { configuredConnection, needsKey, ownBaseUrl } from '../../../engines/connections.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changing } from '../announced.ts'
import type { CurrentProviders } from './currentProviders.ts'
import { type Keyring, lastFourOf, originOf, ownSearchUrl } from './keyring.ts'
import { shownEngineKey, shownEngineKeys, shownSearchKey } from './shownKeys.ts'
import * as store from './store.ts'

interface Given {
  kind: store.KeyKind
  provider: string
  /** If absent, the stored key is kept. */
  apiKey: string | undefined
  endpoint: string | null
  needsKey: boolean
  ownAddress: string | null
}

const atField = (
  code: 'apiKey.needed' | 'apiKey.endpointNeeded' | 'apiKey.endpointInsecure',
  field: 'apiKey' | 'endpoint',
) => {
  const error = new AppError(code)
  return new AppError(code, { fields: [{ field, message: error.message }] })
}

/** Returns the part of a key that the audit log records: the same as the page shows. */
const recorded = (row: store.KeyRow | undefined) =>
  row
    ? {
        provider: row.provider,
        lastFour: row.ciphertext ? row.lastFour : null,
        endpoint: row.endpoint,
      }
    : null

/** Manages provider keys: they are set, replaced, and deleted, and never read back. */
export function createApiKeys(platform: Platform, keyring: Keyring, providers: CurrentProviders) {
  const { config, database, egress } = platform

  function checkAddress({ endpoint, ownAddress }: Given): void {
    if (endpoint === null && ownAddress === null) throw atField('apiKey.endpointNeeded', 'endpoint')
    if (endpoint?.startsWith('http:') && !egress.isNamed(endpoint))
      throw atField('apiKey.endpointInsecure', 'endpoint')
  }

  /**
   * Returns the ciphertext to store. The stored key is kept only for the same host; another host requires
   * entering it again.
   */
  function ciphertextOf(
    given: Given,
    stored: store.KeyRow | undefined,
  ): Pick<store.KeyRow, 'ciphertext' | 'lastFour'> {
    const { apiKey, kind, provider, endpoint } = given
    const place = { kind, provider, endpoint }
    if (apiKey !== undefined) return { ciphertext: keyring.seal(place, apiKey), lastFour: lastFourOf(apiKey) }
    if (stored?.ciphertext && stored.provider === provider && originOf(stored) === originOf(place))
      return { ciphertext: stored.ciphertext, lastFour: stored.lastFour }
    if (given.needsKey || stored?.ciphertext) throw atField('apiKey.needed', 'apiKey')
    return { ciphertext: null, lastFour: '' }
  }

  async function set(call: Pick<Call, 'change'>, given: Given): Promise<store.KeyRow> {
    checkAddress(given)
    const { kind, provider, endpoint } = given
    return changing(providers, call, async (tx, record) => {
      const rows = await store.lockKeys(tx, kind)
      const stored = kind === 'SearchApiKey' ? rows[0] : rows.find((row) => row.provider === provider)
      const sealed = ciphertextOf(given, stored)
      if (stored && stored.provider !== provider) {
        await store.removeKey(tx, kind, stored.provider)
        await store.removeTest(tx, kind, stored.provider)
      }
      const row = await store.putKey(tx, { kind, provider, endpoint, ...sealed })
      await store.removeTest(tx, kind, provider)
      // Two keys can end with the same characters, so `keyGiven` records that a new one was entered.
      const replaced = given.apiKey !== undefined
      record({
        entityType: 'ApiKey',
        entityId: `${kind}/${provider}`,
        entityName: provider,
        before: recorded(stored),
        after: { ...recorded(row), keyGiven: replaced },
      })
      return row
    })
  }

  async function remove(call: Pick<Call, 'change'>, kind: store.KeyKind, provider: string | null) {
    await changing(providers, call, async (tx, record) => {
      const rows = await store.lockKeys(tx, kind)
      const stored = rows.find((row) => provider === null || row.provider === provider)
      if (!stored) throw new AppError('apiKey.none')
      await store.removeKey(tx, kind, stored.provider)
      await store.removeTest(tx, kind, stored.provider)
      record({
        entityType: 'ApiKey',
        entityId: `${kind}/${stored.provider}`,
        entityName: stored.provider,
        before: recorded(stored),
        after: null,
      })
    })
    return {}
  }

  async function readShown() {
    const { db } = database
    const [rows, tests] = await Promise.all([store.readKeys(db), store.readTests(db)])
    const search = rows.find((row) => row.kind === 'SearchApiKey')
    return {
      searchApiKey: search ? shownSearchKey(search, tests) : null,
      languageModelProviderApiKeys: shownEngineKeys(config, rows, tests),
    }
  }

  return {
    readShown,

    getSearchApiKey: async () => ({ apiKey: (await readShown()).searchApiKey }),

    async setSearchApiKey(call: Call<typeof instanceSettings.setSearchApiKey>) {
      const { provider, apiKey, endpoint = null } = call.input
      const row = await set(call, {
        kind: 'SearchApiKey',
        provider,
        apiKey,
        endpoint,
        needsKey: provider !== 'SearXNG',
        ownAddress: ownSearchUrl[provider],
      })
      return { apiKey: shownSearchKey(row, []) }
    },

    removeSearchApiKey: (call: Call<typeof instanceSettings.removeSearchApiKey>) =>
      remove(call, 'SearchApiKey', null),

    async getLanguageModelProviderApiKey({
      input,
    }: Call<typeof instanceSettings.getLanguageModelProviderApiKey>) {
      const items = (await readShown()).languageModelProviderApiKeys
      const { languageEngine } = input
      return { items: items.filter((one) => !languageEngine || one.languageEngine === languageEngine) }
    },

    async setLanguageModelProviderApiKey(call: Call<typeof instanceSettings.setLanguageModelProviderApiKey>) {
      const { languageEngine, apiKey, endpoint = null } = call.input
      if (configuredConnection(config, languageEngine)) throw new AppError('apiKey.fixed')
      const row = await set(call, {
        kind: 'LanguageModelProviderApiKey',
        provider: languageEngine,
        apiKey,
        endpoint,
        needsKey: needsKey(languageEngine),
        ownAddress: ownBaseUrl[languageEngine],
      })
      return { apiKey: shownEngineKey(row, []) }
    },

    async removeLanguageModelProviderApiKey(
      call: Call<typeof instanceSettings.removeLanguageModelProviderApiKey>,
    ) {
      const { languageEngine } = call.input
      if (configuredConnection(config, languageEngine)) throw new AppError('apiKey.fixed')
      return remove(call, 'LanguageModelProviderApiKey', languageEngine)
    },
  }
}
