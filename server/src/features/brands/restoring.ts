import { brandDefaults, brands } from '@parlance/contract/brands'
import { type Restorers, type Restoring, validState, withoutNulls } from '../../platform/audit/restorers.ts'
import { recorded, recordedName } from './brand.ts'
import type { CurrentBrands } from './currentBrands.ts'
import { type BrandsService, defaultsNamed, namingTaken } from './service.ts'
import * as store from './store.ts'

const ownFields = ['useLoginBackgroundImg', 'loginAlignment', 'theme'] as const

/** Restores brands and their defaults except for images: the bytes of replaced images are gone. */
export function restoreBrands(restorers: Restorers, service: BrandsService, current: CurrentBrands): void {
  const brandOf = ({ entityId, state }: Restoring) => {
    const given = { hostNames: [], theme: {}, ...withoutNulls(state) }
    return service.brandOf(entityId, validState(brands.updateBrand.input, given))
  }

  restorers.add({
    entityType: 'Brand',
    fields: ['name', 'hostNames', ...ownFields],
    named: recordedName,
    rights: ['BrandsWrite'],
    async lock(tx, _actor, brandKey) {
      const row = await store.lockBrand(tx, brandKey)
      return row && recorded(row)
    },
    apply: (tx, restoring, record) =>
      namingTaken(async () => {
        const before = await store.lockBrand(tx, restoring.entityId)
        if (before) await service.write(tx, before, brandOf(restoring), record)
      }),
    make: {
      rights: ['BrandsCreate'],
      apply: (tx, restoring, record) =>
        namingTaken(async () => {
          await service.insert(tx, { brand: brandOf(restoring) }, restoring.actor.userId, record)
        }),
    },
    settled: current.changed,
  })

  restorers.add({
    entityType: defaultsNamed.entityType,
    fields: ['defaultBrandKey', ...ownFields],
    named: recordedName,
    rights: ['BrandsWrite'],
    lock: async (tx) => recorded(await store.lockDefaults(tx)),
    async apply(tx, { state }, record) {
      const given = { theme: {}, ...withoutNulls(state) }
      const input = validState(brandDefaults.updateInstanceDefaults.input, given)
      await service.writeDefaults(tx, await store.lockDefaults(tx), input, record)
    },
    settled: current.changed,
  })
}
