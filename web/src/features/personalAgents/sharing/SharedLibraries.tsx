import { Library } from 'lucide-react'
import { sharingTexts } from './lang/en.ts'
import type { Shares } from './shareRows.ts'

/**
 * The libraries that recipients of the agent get answers from, and those that only people with their own access
 * do.
 */
export function SharedLibraries({ libraries }: Pick<Shares, 'libraries'>) {
  const t = sharingTexts.useText()
  if (libraries.length === 0) return null
  const named = (onward: boolean) => {
    const some = libraries.filter(({ mayBeSharedOnward }) => mayBeSharedOnward === onward)
    const names = some.flatMap(({ name }) => (name === null ? [] : [`\u2068${name}\u2069`]))
    const unnamed = some.length - names.length
    return [...names, ...(unnamed > 0 ? [t('librariesUnnamed', { number: unnamed })] : [])].join(
      t('listComma'),
    )
  }
  const [given, kept] = [named(true), named(false)]
  return (
    <div className="share-libraries s13 m2">
      <Library size={16} className="m3" />
      <div className="grow">
        {given && <p>{t('librariesGiven', { names: given })}</p>}
        {kept && <p>{t('librariesKept', { names: kept })}</p>}
      </div>
    </div>
  )
}
