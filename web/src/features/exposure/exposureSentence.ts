import type { Exposure } from './data/api.ts'
import type { ExposureText } from './lang/en.ts'

type Counted = Pick<Exposure, 'people' | 'everybody' | 'groupsUnknown' | 'libraries'>

/** Text keys for each case: saving, sharing a personal agent, and revoking access. */
const keys = {
  saving: { nobody: 'afterNobody', noLibrary: 'afterNoLibrary', all: 'after', same: 'same' },
  sharing: { nobody: 'sharedNobody', noLibrary: 'sharedNoLibrary', all: 'sharedAfter', same: 'same' },
  taking: { nobody: 'takenNobody', noLibrary: 'takenNoLibrary', all: 'takenAfter', same: 'takenSame' },
} as const

/** "After saving, 148 people can get answers from 3 libraries (212 files). New: 141 people." */
export function exposureSentence(
  { people, everybody, groupsUnknown, libraries }: Counted,
  t: ExposureText,
  doing: keyof typeof keys = 'saving',
): string {
  const count = (of: number) => t('people', { count: of })
  const { nobody, noLibrary, all, same } = keys[doing]
  const key = people.after === 0 ? nobody : libraries.count === 0 ? noLibrary : all
  const after = t(key, {
    people: count(people.after),
    libraries: t('libraries', { count: libraries.count }),
    files: t('files', { count: libraries.files }),
  })
  const nothingChanges = people.new === 0 && people.lost === 0
  return [
    after,
    ...(people.new > 0 ? [t('new', { people: count(people.new) })] : []),
    ...(people.lost > 0 ? [t('lost', { people: count(people.lost) })] : []),
    ...(nothingChanges && (people.after > 0 || doing === 'taking') ? [t(same)] : []),
    ...(everybody ? [t('everybody')] : []),
    ...(groupsUnknown > 0 ? [t('groupsUnknown', { count: groupsUnknown })] : []),
  ].join(' ')
}
