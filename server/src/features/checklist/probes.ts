import { isDemo } from '../../platform/auth/demo.ts'
import { readLastBackup } from '../../platform/backup/lastBackup.ts'
import { readUnsafeSettings } from '../../platform/database/durability.ts'
import { defaultInstanceName, readProviderState } from '../instanceSettings/index.ts'
import type { Facts, Item, Probe, State } from './probe.ts'
import { readReach } from './publicOrigin.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const OLD_BACKUP_DAYS = 7

const probe = <I extends Item>(declared: Probe<I>): Probe<Item> => declared as unknown as Probe<Item>

/** The steps that a new installation needs, in the order in which it is set up. */
export const probes: readonly Probe<Item>[] = [
  probe({
    item: 'Name',
    read: ({ db }) => store.readName(db),
    stateOf: ({ name }) => (name === defaultInstanceName ? 'Open' : 'Done'),
  }),
  probe({
    item: 'Brand',
    read: ({ db }) => store.readBrand(db),
    stateOf: ({ changed }) => (changed ? 'Done' : 'Open'),
  }),
  probe({
    item: 'ProviderKey',
    read: async ({ config, db }) => ({ keys: (await readProviderState(config, db)).keys }),
    stateOf: stateOfKeys,
  }),
  probe({
    item: 'DefaultDeployment',
    async read({ config, db }) {
      const { keys, chosen } = await readProviderState(config, db)
      return { hasProvider: keys.length > 0, chosen }
    },
    stateOf: stateOfDeployment,
  }),
  probe({
    item: 'FirstAgent',
    read: async ({ db }) => ({ published: (await store.readAgentUse(db)).published }),
    stateOf: ({ published }) => (published > 0 ? 'Done' : 'Open'),
  }),
  probe({
    item: 'WhoMayUse',
    read: ({ db }) => store.readAgentUse(db),
    stateOf: ({ usable }) => (usable > 0 ? 'Done' : 'Open'),
  }),
  probe({
    item: 'PublicOrigin',
    read: async ({ config }) => ({ origin: config.publicOrigin, reach: await readReach(config) }),
    stateOf: ({ reach }) => stateOfReach[reach],
  }),
  probe({
    item: 'Durability',
    async read({ config, db, embedded }) {
      const database = embedded === 'pglite' ? 'PGlite' : 'PostgreSQL'
      return { database, off: await readUnsafeSettings(db), demo: isDemo(config) }
    },
    stateOf: stateOfDurability,
  }),
  probe({
    item: 'LastBackup',
    async read({ config, now }) {
      const last = await readLastBackup(config.dataDir)
      if (!last) return { at: null, days: null, unsound: 0 }
      const days = Math.max(0, Math.floor((now.getTime() - Date.parse(last.at)) / DAY_MS))
      return { ...last, days }
    },
    stateOf: stateOfBackup,
  }),
  probe({
    item: 'DirectoryGroups',
    async read({ config, db, now }) {
      const { used, people, unknown } = await store.readGroups(db, now)
      return used || !config.directory.embedded ? { people, unknown } : null
    },
    stateOf: ({ unknown }) => (unknown > 0 ? 'Warning' : 'Done'),
  }),
  probe({
    item: 'FirstPassword',
    async read({ config, db }) {
      const { firstAdministrator: userName, directory } = config
      // `tenant:object id` names a directory account. The demo's password is public and works only locally.
      if (!directory.embedded || isDemo(config) || !userName || userName.includes(':')) return null
      return { userName, ...(await store.readPassword(db, userName)) }
    },
    stateOf: ({ set }) => (set ? 'Done' : 'Open'),
  }),
]

/** Answering from documents needs no language model, so a missing key is not an error. */
export function stateOfKeys({ keys }: Facts<'ProviderKey'>): State {
  if (keys.length === 0) return 'Optional'
  const outcomes = keys.map(({ lastTest }) => lastTest?.outcome ?? null)
  if (outcomes.some((outcome) => outcome !== null && outcome !== 'Ok' && outcome !== 'DeploymentNeeded'))
    return 'Wrong'
  return outcomes.every((outcome) => outcome === 'Ok') ? 'Done' : 'Open'
}

export function stateOfDeployment({ hasProvider, chosen }: Facts<'DefaultDeployment'>): State {
  if (chosen) return chosen.state === 'There' ? 'Done' : 'Wrong'
  return hasProvider ? 'Open' : 'Optional'
}

const stateOfReach: Record<Facts<'PublicOrigin'>['reach'], State> = {
  ThisComputer: 'Optional',
  Answers: 'Done',
  OtherAnswers: 'Wrong',
  NotTrusted: 'Wrong',
  // Some networks can't reach their own public address from inside, and a stopped server never responds.
  Unreachable: 'Warning',
  TimedOut: 'Warning',
}

export function stateOfDurability({ database, off, demo }: Facts<'Durability'>): State {
  if (database === 'PGlite') return demo ? 'Optional' : 'Warning'
  return off.length > 0 ? 'Wrong' : 'Done'
}

export function stateOfBackup({ days, unsound }: Facts<'LastBackup'>): State {
  if (days === null) return 'Open'
  return days > OLD_BACKUP_DAYS || unsound > 0 ? 'Warning' : 'Done'
}
