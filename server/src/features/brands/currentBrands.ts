import { client } from '@parlance/contract/limits'
import { createCachedValue } from '../../platform/database/cachedValue.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { HostNames } from '../../platform/sites/sites.ts'
import { type Look, look } from './brand.ts'
import * as store from './store.ts'

export interface CurrentBrand {
  brandKey: string
  name: string
  look: Look
  /** Increases with every change of the brand or of what it inherits. */
  version: string
  isDefault: boolean
}

export interface Brands {
  byKey: ReadonlyMap<string, CurrentBrand>
  ofHost: ReadonlyMap<string, CurrentBrand>
  hostNames: ReadonlySet<string>
  /** The brand of pages that have no other. */
  default: CurrentBrand
}

/** All brands as they look now, cached for pages and requests that can't query the database each time. */
export interface CurrentBrands extends HostNames {
  current(): Promise<Brands>
  /** Call after a change in this process. The next reader waits for the new values. */
  changed(): void
}

/** How long another process's change can go unnoticed. */
const FRESH_MS = 2_000
/** How often the data for host names is read again. */
const ASKED_MS = 1_000
/** The longest that a page waits for an unavailable database before using the cached brands. */
const PATIENCE_MS = 1_000

/** The look of pages before the database can be read. */
const unread: Brands = (() => {
  const plain = look({ useLoginBackgroundImg: null, loginAlignment: null, theme: {}, files: {} })
  const brand = {
    brandKey: client.defaultBrandKey,
    name: 'Parlance',
    look: plain,
    version: '0',
    isDefault: true,
  }
  const byKey = new Map([[brand.brandKey, brand]])
  return { byKey, ofHost: new Map(), hostNames: new Set(), default: brand }
})()

export function createCurrentBrands(database: Database, log: Log): CurrentBrands {
  const cached = createCachedValue<Brands>({
    database,
    log,
    name: 'brands',
    freshMs: FRESH_MS,
    patienceMs: PATIENCE_MS,
    unread,
    async load() {
      const [rows, defaults] = await Promise.all([
        store.readAll(database.db),
        store.readDefaults(database.db),
      ])
      return assemble(rows, defaults, log)
    },
  })
  return {
    current: cached.read,
    known: () => cached.known().hostNames,
    read: () => cached.known() !== unread,
    refresh: async () => {
      await cached.read(ASKED_MS)
    },
    changed: cached.changed,
  }
}

function assemble(rows: readonly store.BrandRow[], defaults: store.DefaultsRow, log: Log): Brands {
  const current = (row: store.BrandRow): CurrentBrand => ({
    brandKey: row.brandKey,
    name: row.name,
    look: look(row, defaults),
    version: `${row.version}-${defaults.version}`,
    isDefault: row.brandKey === defaults.defaultBrandKey,
  })
  /** One invalid brand must not affect the others. */
  const sound = rows.flatMap((row) => {
    try {
      return [current(row)]
    } catch (error) {
      log.error('brands.unsound', { brandKey: row.brandKey }, error)
      return []
    }
  })
  const byKey = new Map(sound.map((brand) => [brand.brandKey, brand]))
  const ofHost = new Map(
    rows.flatMap(({ brandKey, hostNames }) => {
      const brand = byKey.get(brandKey)
      return brand ? hostNames.map((name) => [name, brand] as const) : []
    }),
  )
  const standard = byKey.get(defaults.defaultBrandKey)
  if (!standard) throw new Error('The default brand is missing.')
  return { byKey, ofHost, hostNames: new Set(ofHost.keys()), default: standard }
}
