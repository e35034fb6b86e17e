import { LoadError } from '../../ui/LoadError.tsx'
import { readingTexts } from './lang/en.ts'

interface Props {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error?: unknown
    fetchNextPage: () => unknown
  }
}

/** Loads the next entries of a list. If that fails, those before it stay. */
export function ShowMore({ query }: Props) {
  const t = readingTexts.useText()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  if (!hasNextPage) return null
  if (isFetchNextPageError) return <LoadError error={error} retry={() => void fetchNextPage()} />
  return (
    <button
      type="button"
      className="btn out sm list-more"
      aria-disabled={isFetchingNextPage}
      onClick={() => !isFetchingNextPage && void fetchNextPage()}
    >
      {isFetchingNextPage ? t('loadingMore') : t('more')}
    </button>
  )
}
