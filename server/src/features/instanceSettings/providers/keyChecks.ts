import type { instanceSettings } from '@parlance/contract/instanceSettings'
import { configuredConnection, connect, isWhole, type KeyedEngine } from '../../../engines/connections.ts'
import type { Engines } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentProviders } from './currentProviders.ts'
import { storeListed } from './deployments.ts'
import type { Keyring, SearchProvider } from './keyring.ts'
import * as store from './store.ts'
import { type Outcome, tryEngine, trySearch } from './trying.ts'

interface Needs {
  keyring: Keyring
  providers: CurrentProviders
  engines: Engines
}

interface Result {
  kind: store.KeyKind
  provider: string
  outcome: Outcome
  milliseconds: number
  /** The version of the tested stored key; null for the environment's key. */
  version: number | null
}

/** Tests keys with a real call and stores the results. */
export function createKeyTests(platform: Platform, { keyring, providers, engines }: Needs) {
  const { config, database, egress } = platform

  /** Stores the result and the listed names, unless another key was set during the test. */
  async function keep(call: Pick<Call, 'change'>, result: Result, listed: string[] | null) {
    const { kind, provider, outcome, milliseconds, version } = result
    try {
      return await call.change(async (tx, record) => {
        const row = (await store.lockKeys(tx, kind)).find((one) => one.provider === provider)
        if ((row?.version ?? null) !== version) throw new AppError('request.stale')
        const before = (await store.readTests(tx)).find(
          (one) => one.kind === kind && one.provider === provider,
        )
        const test = await store.putTest(tx, { kind, provider, outcome, milliseconds })
        const known = listed && (await storeListed(tx, provider as KeyedEngine, listed))
        record({
          entityType: 'ApiKey',
          entityId: `${kind}/${provider}`,
          entityName: provider,
          before: { outcome: before?.outcome ?? null, ...(known && { deployments: known.before }) },
          after: { outcome, ...(known && { deployments: known.after }) },
        })
        await providers.announce(tx)
        return { outcome: test.outcome, milliseconds: test.milliseconds, at: test.at }
      })
    } finally {
      providers.changed()
    }
  }

  return {
    async testSearchApiKey(call: Call<typeof instanceSettings.testSearchApiKey>) {
      const row = (await store.readKeys(database.db)).find((one) => one.kind === 'SearchApiKey')
      const connection = row && keyring.open(row)
      if (!row || !connection) throw new AppError('apiKey.none')
      const begun = performance.now()
      const outcome = await trySearch(egress, row.provider as SearchProvider, connection)
      const { kind, provider, version } = row
      const lastTest = await keep(
        call,
        { kind, provider, outcome, version, milliseconds: since(begun) },
        null,
      )
      return { lastTest }
    },

    async testLanguageModelProviderApiKey(
      call: Call<typeof instanceSettings.testLanguageModelProviderApiKey>,
    ) {
      const { languageEngine, deploymentName = null } = call.input
      const kind = 'LanguageModelProviderApiKey'
      const configured = configuredConnection(config, languageEngine)
      const row = configured
        ? null
        : (await store.readKeys(database.db)).find(
            (one) => one.kind === kind && one.provider === languageEngine,
          )
      const connection = configured ?? (row ? keyring.open(row) : null)
      if (!connection || !isWhole(languageEngine, connection)) throw new AppError('apiKey.none')
      const begun = performance.now()
      const { outcome, listed } = await tryEngine({
        egress,
        models: connect(languageEngine, connection, config).models,
        registry: await engines.current(),
        languageEngine,
        deploymentName,
        requestId: call.requestId,
      })
      const result = { kind, provider: languageEngine, outcome, version: row?.version ?? null } as const
      const lastTest = await keep(call, { ...result, milliseconds: since(begun) }, listed)
      return { lastTest, deployments: listed?.length ?? null }
    },
  }
}

const since = (begun: number): number => Math.round(performance.now() - begun)
