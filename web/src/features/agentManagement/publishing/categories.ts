import { limits } from '@parlance/contract/limits'

/** Parses a list of categories separated by Latin or Arabic commas. */
export const categoriesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,،]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

export const textOf = (categories: readonly string[]): string => categories.join(', ')

/** Returns the error key for categories that the server would reject. */
export function categoriesError(typed: string): 'categoriesMany' | 'categoryLong' | undefined {
  const categories = categoriesOf(typed)
  if (categories.length > limits.categories) return 'categoriesMany'
  return categories.some(({ length }) => length > limits.category) ? 'categoryLong' : undefined
}
