import { limits } from '@parlance/contract/limits'

/** Categories as they are typed: with commas between them, in the way of either script. */
export const categoriesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,،]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

export const textOf = (categories: readonly string[]): string => categories.join(', ')

/** What the server would not take of them. */
export function categoriesFault(typed: string): 'categoriesMany' | 'categoryLong' | undefined {
  const categories = categoriesOf(typed)
  if (categories.length > limits.categories) return 'categoriesMany'
  return categories.some(({ length }) => length > limits.category) ? 'categoryLong' : undefined
}
