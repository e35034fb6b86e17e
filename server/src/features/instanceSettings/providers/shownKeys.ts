import {
  keyedEngines,
  type LanguageModelProviderApiKey,
  type SearchApiKey,
} from '@parlance/contract/instanceSettings'
import type { z } from 'zod'
import type { Config } from '../../../config/config.ts'
import { configuredConnection, type KeyedEngine } from '../../../engines/connections.ts'
import { lastFourOf, type SearchProvider } from './keyring.ts'
import type { KeyKind, KeyRow, TestRow } from './store.ts'

export type ShownEngineKey = z.infer<typeof LanguageModelProviderApiKey>
export type ShownSearchKey = z.infer<typeof SearchApiKey>

/** Returns what is shown of a key, never the key itself. */
function shownRow(row: KeyRow, tests: readonly TestRow[]) {
  return {
    lastFour: row.lastFour,
    hasKey: row.ciphertext !== null,
    endpoint: row.endpoint,
    source: 'Screen' as const,
    lastTest: lastTestOf(tests, row.kind, row.provider),
  }
}

function lastTestOf(tests: readonly TestRow[], kind: KeyKind, provider: string) {
  const test = tests.find((one) => one.kind === kind && one.provider === provider)
  return test ? { outcome: test.outcome, milliseconds: test.milliseconds, at: test.at } : null
}

export const shownSearchKey = (row: KeyRow, tests: readonly TestRow[]): ShownSearchKey => ({
  provider: row.provider as SearchProvider,
  ...shownRow(row, tests),
})

export const shownEngineKey = (row: KeyRow, tests: readonly TestRow[]): ShownEngineKey => ({
  languageEngine: row.provider as KeyedEngine,
  ...shownRow(row, tests),
})

/** Returns the key of each engine that has one. The environment's keys hide stored ones. */
export function shownEngineKeys(
  config: Config,
  rows: readonly KeyRow[],
  tests: readonly TestRow[],
): ShownEngineKey[] {
  return keyedEngines.flatMap((languageEngine) => {
    const configured = configuredConnection(config, languageEngine)
    if (configured) {
      const { apiKey, baseUrl } = configured
      return {
        languageEngine,
        lastFour: apiKey ? lastFourOf(apiKey) : '',
        hasKey: apiKey !== null,
        endpoint: baseUrl,
        source: 'Environment',
        lastTest: lastTestOf(tests, 'LanguageModelProviderApiKey', languageEngine),
      } satisfies ShownEngineKey
    }
    const row = rows.find(
      (one) => one.kind === 'LanguageModelProviderApiKey' && one.provider === languageEngine,
    )
    return row ? shownEngineKey(row, tests) : []
  })
}
