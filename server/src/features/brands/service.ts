import type { brandDefaults, brands } from '@parlance/contract/brands'
import type { Input } from '@parlance/contract/endpoint'
import type { FieldError } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { resolveTheme, type ThemeSettings } from '@parlance/contract/theme/brand'
import { contrastPairs } from '@parlance/contract/theme/contrast'
import { theme } from '@parlance/contract/theme/theme'
import { isLoopback } from '../../config/config.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import { look, recorded, shownBrand, shownDefaults } from './brand.ts'
import type { CurrentBrands } from './currentBrands.ts'
import * as store from './store.ts'

/** Creates an error for the field that it concerns. */
const atField = (
  code: 'brand.keyTaken' | 'brand.nameTaken' | 'brand.hostTaken',
  field: string,
  cause?: unknown,
) => {
  const error = new AppError(code)
  return new AppError(code, { fields: [{ field, message: error.message }], ...(cause ? { cause } : {}) })
}

/** Reports values that another brand already uses, at their fields. */
export async function namingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'brand_pkey')) throw atField('brand.keyTaken', 'brandKey', error)
    if (isUniqueViolation(error, 'brand_name_key_key')) throw atField('brand.nameTaken', 'name', error)
    if (isUniqueViolation(error, 'brand_host_name_pkey')) throw atField('brand.hostTaken', 'hostNames', error)
    throw error
  }
}

export function createService(platform: Platform, current: CurrentBrands) {
  const { database } = platform
  const pages = createContinuation<{ value: string; brandKey: string; sort: string }>(
    platform.config.secretKey,
    'brands',
  )
  const historyPages = createContinuation<{ seq: number }>(platform.config.secretKey, 'brandHistory')

  /** Changes brands. Afterwards every page of this process uses the new values. */
  async function changing<T>(call: Call, work: (tx: Sql, record: RecordChange) => Promise<T>): Promise<T> {
    try {
      return await call.change((tx, record) => namingTaken(() => work(tx, record)))
    } finally {
      current.changed()
    }
  }

  async function listBrands(input: Input<typeof brands.listBrands>) {
    const { pageSize = limits.pageSize, search = '', sort = 'name' } = input
    const descending = sort.startsWith('-')
    const order: store.Sort = { by: sort.replace('-', '') as store.Sort['by'], descending }
    const position = pages.read(input.continuationToken)
    // A position is valid only for its own sort order.
    const after = position?.sort === sort ? position : null
    const [defaults, rows] = await Promise.all([
      store.readDefaults(database.db),
      store.readPage(database.db, { search, sort: order, after, limit: pageSize + 1 }),
    ])
    const shown = rows.slice(0, pageSize)
    const last = shown.at(-1)
    const more = rows.length > pageSize && last
    return {
      items: shown.map((row) => rowOf(row, defaults)),
      continuationToken: more
        ? pages.write({ value: store.sortValue(last, order), brandKey: last.brandKey, sort })
        : null,
    }
  }

  async function getBrand(brandKey: string) {
    const [row, defaults] = await Promise.all([
      store.readBrand(database.db, brandKey),
      store.readDefaults(database.db),
    ])
    if (!row) throw new AppError('brand.notFound')
    return shownBrand(row, defaults)
  }

  /** Returns errors for host names that can't reach this instance, or that it already uses itself. */
  function hostErrors(hostNames: readonly string[]): FieldError[] {
    const own = new URL(platform.config.publicOrigin).hostname
    const error = (name: string): string | null => {
      if (name === own) return `${name} is this instance’s own host name, which uses the default brand.`
      // Browsers allow sign-in only over https and on local host names.
      if (isLoopback(own) && !name.endsWith('.localhost'))
        return `This instance runs on ${own}, so only host names that end in .localhost reach it.`
      return null
    }
    return hostNames.flatMap((name, index) => {
      const repeated = hostNames.indexOf(name) < index ? `${name} is listed twice.` : null
      const message = error(name) ?? repeated
      return message ? [{ field: `hostNames.${index}`, message }] : []
    })
  }

  function checkHosts(hostNames: readonly string[]): void {
    const fields = hostErrors(hostNames)
    if (fields.length > 0) throw new AppError('request.invalid', { fields })
  }

  async function insert(
    tx: Sql,
    { brand, images = [] }: { brand: store.NewBrand; images?: readonly store.NewFile[] },
    userId: string,
    record: RecordChange,
  ) {
    await store.insertBrand(tx, brand, userId)
    for (const image of images) await store.putFile(tx, brand.brandKey, image)
    const row = await mustFind(tx, brand.brandKey)
    record({ ...named(row), before: null, after: recorded(row) })
    return shownBrand(row, await store.readDefaults(tx))
  }

  async function createBrand(call: Call<typeof brands.createBrand>) {
    const { brandKey, ...input } = call.input
    const brand = brandOf(brandKey, { hostNames: [], theme: {}, ...input })
    return changing(call, (tx, record) => insert(tx, { brand }, call.actor.userId, record))
  }

  /** Changes a brand if it is still the version that the caller saw. */
  async function rewrite(
    call: Call<typeof brands.updateBrand> | Call<typeof brands.updateTheme>,
    rewritten: (row: store.BrandRow) => store.NewBrand,
  ) {
    return changing(call, async (tx, record) => {
      const defaults = await store.readDefaults(tx)
      const before = await store.lockBrand(tx, call.params.brandKey)
      if (!before) throw new AppError('brand.notFound')
      if (before.version !== call.ifMatch)
        throw new AppError('request.stale', { current: shownBrand(before, defaults) })
      return shownBrand(await write(tx, before, rewritten(before), record), defaults)
    })
  }

  async function write(tx: Sql, before: store.BrandRow, brand: store.NewBrand, record: RecordChange) {
    await store.updateBrand(tx, brand)
    const after = await mustFind(tx, before.brandKey)
    record({ ...named(after), before: recorded(before), after: recorded(after) })
    return after
  }

  function brandOf(brandKey: string, input: Input<typeof brands.updateBrand>): store.NewBrand {
    const { name, hostNames, theme: own, useLoginBackgroundImg = null, loginAlignment = null } = input
    checkHosts(hostNames)
    return { brandKey, name, hostNames, theme: stored(own), useLoginBackgroundImg, loginAlignment }
  }

  async function updateBrand(call: Call<typeof brands.updateBrand>) {
    const brand = brandOf(call.params.brandKey, call.input)
    return rewrite(call, () => brand)
  }

  const updateTheme = (call: Call<typeof brands.updateTheme>) =>
    rewrite(call, (row) => ({ ...row, theme: stored(call.input) }))

  async function removeBrand(call: Call<typeof brands.removeBrand>) {
    const { brandKey } = call.params
    await changing(call, async (tx, record) => {
      const defaults = await store.lockDefaults(tx)
      const before = await store.lockBrand(tx, brandKey)
      if (!before) throw new AppError('brand.notFound')
      if (brandKey === defaults.defaultBrandKey || brandKey === 'default') throw new AppError('brand.default')
      const users = await store.agentsOf(tx, brandKey)
      if (users.length > 0) {
        // Only the names: clients say it in their own language.
        const fields = users.map((name) => ({ field: 'gptSystems', message: name }))
        throw new AppError('brand.inUse', { fields })
      }
      await store.removeBrand(tx, brandKey)
      record({ ...named(before), before: recorded(before), after: null })
    })
    return {}
  }

  async function updateInstanceDefaults(call: Call<typeof brandDefaults.updateInstanceDefaults>) {
    return changing(call, async (tx, record) => {
      const before = await store.lockDefaults(tx)
      if (before.version !== call.ifMatch)
        throw new AppError('request.stale', { current: shownDefaults(before) })
      return shownDefaults(await writeDefaults(tx, before, call.input, record))
    })
  }

  async function writeDefaults(
    tx: Sql,
    before: store.DefaultsRow,
    input: Input<typeof brandDefaults.updateInstanceDefaults>,
    record: RecordChange,
  ) {
    const { defaultBrandKey, theme: own, useLoginBackgroundImg = null, loginAlignment = null } = input
    if (!(await store.readBrand(tx, defaultBrandKey))) {
      const fields = [{ field: 'defaultBrandKey', message: 'No brand has this key.' }]
      throw new AppError('request.invalid', { fields })
    }
    await store.updateDefaults(tx, {
      defaultBrandKey,
      theme: stored(own),
      useLoginBackgroundImg,
      loginAlignment,
    })
    const after = await store.readDefaults(tx)
    record({ ...defaultsNamed, before: recorded(before), after: recorded(after) })
    return after
  }

  async function previewTheme(own: ThemeSettings) {
    const defaults = await store.readDefaults(database.db)
    const resolved = resolveTheme(own, defaults.theme)
    return {
      theme: resolved,
      light: theme(resolved, 'light'),
      dark: theme(resolved, 'dark'),
      pairs: contrastPairs(resolved),
    }
  }

  async function listHistory(brandKey: string, input: Input<typeof brands.listHistory>) {
    if (!(await store.readBrand(database.db, brandKey))) throw new AppError('brand.notFound')
    const { pageSize = limits.pageSize, continuationToken } = input
    const before = historyPages.read(continuationToken)?.seq ?? null
    const found = await platform.audit.entriesOf('Brand', brandKey, { before, limit: pageSize + 1 })
    const items = found.slice(0, pageSize)
    const last = items.at(-1)
    const more = found.length > pageSize && last
    return {
      items: items.map(({ seq: _, ...entry }) => entry),
      continuationToken: more ? historyPages.write({ seq: last.seq }) : null,
    }
  }

  return {
    changing,
    hostErrors,
    insert,
    brandOf,
    write,
    writeDefaults,
    listBrands,
    getBrand,
    createBrand,
    updateBrand,
    updateTheme,
    removeBrand,
    getInstanceDefaults: async () => shownDefaults(await store.readDefaults(database.db)),
    updateInstanceDefaults,
    previewTheme,
    listHistory,
  }
}

export type BrandsService = ReturnType<typeof createService>

async function mustFind(tx: Sql, brandKey: string): Promise<store.BrandRow> {
  const row = await store.readBrand(tx, brandKey)
  if (!row) throw new Error('The updated brand is missing.')
  return row
}

/** Drops fields whose value is undefined. */
const stored = (own: ThemeSettings): ThemeSettings => JSON.parse(JSON.stringify(own))

export const named = ({ brandKey, name }: store.BrandRow) => ({
  entityType: 'Brand',
  entityId: brandKey,
  entityName: name,
})

export const defaultsNamed = {
  entityType: 'DefaultBrandSettings',
  entityId: 'default',
  entityName: 'Default brand settings',
}

function rowOf(row: store.BrandRow, defaults: store.DefaultsRow) {
  const { brandKey, name, hostNames, version, updatedAt } = row
  const { theme: colors, logoFileName } = look(row, defaults)
  return {
    brandKey,
    name,
    hostNames,
    logoFileName,
    colors: { primary: colors.primary.main, secondary: colors.secondary.main },
    isDefault: brandKey === defaults.defaultBrandKey,
    version,
    updatedAt,
  }
}
