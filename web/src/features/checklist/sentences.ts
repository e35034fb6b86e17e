import { formatMoment } from '../../lang/format.ts'
import type { Entry, Facts, Item, State } from './data/api.ts'
import type { ChecklistText } from './lang/en.ts'

type Says<I extends Item> = (facts: Facts<I>, t: ChecklistText, state: State) => string

/** The text that explains an item's state. */
const sentences: { [I in Item]: Says<I> } = {
  Name: ({ name }, t, state) => t(state === 'Done' ? 'nameDone' : 'nameShipped', { name }),
  Brand: ({ changed }, t) => t(changed ? 'brandDone' : 'brandShipped'),
  ProviderKey: keysSay,
  DefaultDeployment({ hasProvider, chosen }, t) {
    if (!chosen) return t(hasProvider ? 'deploymentNone' : 'deploymentNoProvider')
    const texts = { There: 'deploymentDone', Gone: 'deploymentGone', NotKnown: 'deploymentNotKnown' } as const
    return t(texts[chosen.state], { name: chosen.deploymentName })
  },
  FirstAgent: ({ published }, t) => (published === 0 ? t('agentNone') : t('agentDone', { count: published })),
  WhoMayUse({ published, usable, unused }, t) {
    if (published === 0) return t('useFirstAgent')
    return usable === 0 && unused
      ? t('useNobody', { name: unused.name })
      : t('useDone', { usable, published })
  },
  PublicOrigin: ({ reach }, t) => t(`origin${reach}`),
  Durability({ database, off }, t) {
    if (database === 'PGlite') return t('durabilityPglite')
    return off.length > 0 ? t('durabilityOff', { settings: off.join(', ') }) : t('durabilityDone')
  },
  LastBackup: backupSays,
  DirectoryGroups: ({ unknown }, t) =>
    unknown === 0 ? t('groupsDone') : t('groupsUnknown', { count: unknown }),
  FirstPassword: ({ userName: name, set }, t) => t(set ? 'passwordDone' : 'passwordNone', { name }),
}

function keysSay({ keys }: Facts<'ProviderKey'>, t: ChecklistText): string {
  if (keys.length === 0) return t('keyNone')
  const told = keys.map(({ languageEngine: engine, lastTest }) => {
    if (!lastTest) return t('keyUntested', { engine })
    if (lastTest.outcome === 'DeploymentNeeded') return t('keyNeedsDeployment', { engine })
    return t(lastTest.outcome === 'Ok' ? 'keyWorks' : 'keyFails', { engine })
  })
  return told.join(' ')
}

function backupSays({ at, days, unsound }: Facts<'LastBackup'>, t: ChecklistText, state: State): string {
  if (at === null || days === null) return t('backupNone')
  if (unsound > 0) return t('backupUnsound', { count: unsound })
  if (state === 'Warning') return t('backupOld', { count: days })
  return t('backupDone', { time: formatMoment(at) })
}

export function sentenceOf({ item, state, facts }: Entry, t: ChecklistText): string {
  if (facts === null) return t('unknown')
  return (sentences[item] as Says<Item>)(facts as never, t, state)
}
