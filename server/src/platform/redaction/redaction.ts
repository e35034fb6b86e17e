import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { namesOf } from './peoplesNames.ts'
import { createRedactorInSlices, type Redactor } from './redactor.ts'
import { readPeople, readPeopleVersion } from './store.ts'

/** What the compliance mode says about personal data. */
interface RedactionRules {
  mode: 'Off' | 'Standard' | 'Strict'
  redactsForProviders: boolean
}

/** The redactor of the instance, which knows the names of its people. No call reads the database for each text. */
export interface Redaction {
  /** In every mode. Throws if the names can’t be read and never could. */
  redactor(): Promise<Redactor>
  /** For what leaves the product or is shown for other purposes than the chat: null unless the mode is Strict. */
  forExports(): Promise<Redactor | null>
  /** For what is sent to providers of models and searches: null unless the instance redacts it. */
  forProviders(): Promise<Redactor | null>
  /** Whether `forProviders` returns one. */
  redactsForProviders(): Promise<boolean>
  /** Who knows the mode. Until then, everything is redacted. */
  followRules(read: () => Promise<RedactionRules>): void
}

/** How old the names can be: someone who joined is known after this time. */
const FRESH_MS = 30_000
/** An index that takes long is built less often: at most this share of the time goes into it. */
const BUILD_SHARE = 0.01

export function createRedaction({ database, log }: { database: Database; log: Log }): Redaction {
  let current: { redactor: Redactor; version: string } | null = null
  let freshUntil = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null
  let rules = async (): Promise<RedactionRules> => ({ mode: 'Strict', redactsForProviders: true })

  async function check(): Promise<void> {
    // Also after an error: each text would try again.
    freshUntil = performance.now() + FRESH_MS
    const version = await database.primary(() => readPeopleVersion(database.db))
    if (version === current?.version) return
    const begun = performance.now()
    const people = await database.primary(() => readPeople(database.db))
    current = { redactor: await createRedactorInSlices(await namesOf(people)), version }
    const built = performance.now()
    freshUntil = built + Math.max(FRESH_MS, (built - begun) / BUILD_SHARE)
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = null
    })
    return checking
  }

  async function redactor(): Promise<Redactor> {
    if (current && performance.now() < freshUntil) return current.redactor
    const checked = checkOnce()
    // A text doesn’t wait for names that probably didn’t change.
    if (current) checked.catch((cause: unknown) => log.warn('redaction.namesNotRead', {}, cause))
    else await checked
    if (!current) throw new Error('The names of people are missing.')
    return current.redactor
  }

  return {
    redactor,
    forExports: async () => ((await rules()).mode === 'Strict' ? redactor() : null),
    forProviders: async () => ((await rules()).redactsForProviders ? redactor() : null),
    redactsForProviders: async () => (await rules()).redactsForProviders,
    followRules(read) {
      rules = read
    },
  }
}
