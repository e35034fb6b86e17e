import type { StoredProviders } from '../../../engines/configured.ts'
import { type Connection, type Connections, isWhole, type KeyedEngine } from '../../../engines/connections.ts'
import { notify } from '../../../platform/database/bus.ts'
import { createCachedValue } from '../../../platform/database/cachedValue.ts'
import type { Sql } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readCompliance } from '../compliance/store.ts'
import { type Keyring, ownSearchUrl, type SearchProvider } from './keyring.ts'
import * as store from './store.ts'

export interface CurrentSearch {
  provider: SearchProvider
  connection: Connection
}

/** The keys and deployments set on the page, for the engines of this process. */
export interface CurrentProviders {
  read(): Promise<StoredProviders>
  /** The search provider; null if none is set. */
  search(): Promise<CurrentSearch | null>
  /** Tells the other processes of a change once its transaction is committed. */
  announce(tx: Sql): Promise<void>
  /** Marks a change made here: the next read waits for the reload. */
  changed(): void
}

const CHANNEL = 'providers_changed'
const FRESH_MS = 3_000
const PATIENCE_MS = 2_000

export function createCurrentProviders({ database, log, bus }: Platform, keyring: Keyring): CurrentProviders {
  const cached = createCachedValue<StoredProviders & { search: CurrentSearch | null }>({
    database,
    log,
    name: 'providers',
    freshMs: database.embedded ? Number.POSITIVE_INFINITY : FRESH_MS,
    patienceMs: PATIENCE_MS,
    unread: { connections: {}, deployments: [], working: [], onlyApproved: true, search: null },
    async load() {
      const [keys, deployments, tests, { mode }] = await Promise.all([
        store.readKeys(database.db),
        store.readDeployments(database.db),
        store.readTests(database.db),
        readCompliance(database.db),
      ])
      return {
        connections: connectionsOf(keys, keyring),
        search: searchOf(keys, keyring),
        deployments: deployments.map(known),
        working: tests.filter(isPassed).map(({ provider }) => provider as KeyedEngine),
        onlyApproved: mode === 'Strict',
      }
    },
  })
  bus.subscribe(CHANNEL, cached.changed)
  return {
    read: () => cached.read(),
    search: async () => (await cached.read()).search,
    announce: (tx) => notify(tx, CHANNEL),
    changed: cached.changed,
  }
}

function searchOf(keys: readonly store.KeyRow[], keyring: Keyring): CurrentSearch | null {
  const row = keys.find(({ kind }) => kind === 'SearchApiKey')
  const connection = row && keyring.open(row)
  if (!row || !connection) return null
  const provider = row.provider as SearchProvider
  return connection.baseUrl === null && ownSearchUrl[provider] === null ? null : { provider, connection }
}

function connectionsOf(keys: readonly store.KeyRow[], keyring: Keyring): Connections {
  const connections: Connections = {}
  for (const row of keys) {
    if (row.kind !== 'LanguageModelProviderApiKey') continue
    const languageEngine = row.provider as KeyedEngine
    const connection = keyring.open(row)
    if (connection && isWhole(languageEngine, connection)) connections[languageEngine] = connection
  }
  return connections
}

const isPassed = ({ kind, outcome }: store.TestRow): boolean =>
  kind === 'LanguageModelProviderApiKey' && outcome === 'Ok'

function known({ languageEngine, deploymentName, purposes, ...row }: store.DeploymentRow) {
  const { approved, gone, price, imagePrice, minutePrice, speechPrice, vision } = row
  const uses = {
    isForChat: purposes.includes('Chat'),
    isHelper: purposes.includes('Helper'),
    isJudge: purposes.includes('Judge'),
    isForEmbeddings: purposes.includes('Embedding'),
    isForImages: purposes.includes('Image'),
    isForTranscription: purposes.includes('Transcription'),
    isForSpeech: purposes.includes('Speech'),
  }
  return {
    languageEngine,
    deploymentName,
    ...uses,
    approved,
    gone,
    price,
    imagePrice,
    minutePrice,
    speechPrice,
    vision,
  }
}
