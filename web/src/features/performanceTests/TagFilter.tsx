import { testsTexts } from './lang/en.ts'

interface Props {
  tags: readonly string[]
  /** Empty for all. */
  tag: string
  choose: (tag: string) => void
}

/** Chooses the tag that filters cases or results. Without tags, there is nothing to choose. */
export function TagFilter({ tags, tag, choose }: Props) {
  const t = testsTexts.useText()
  // A tag that no case has anymore can still be in the URL.
  const offered = tag !== '' && !tags.includes(tag) ? [tag, ...tags] : tags
  if (offered.length === 0) return null
  return (
    <select
      className="in test-tags"
      aria-label={t('filterTag')}
      value={tag}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t('everyTag')}</option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
}
