/** Totals across directories, regardless of the search. */
export interface Counts {
  total: number
  categories: { category: string; count: number }[]
}

/** Adds up the counts of several directories. */
export function together(counted: readonly Counts[]): Counts {
  const sums = new Map<string, number>()
  for (const { category, count } of counted.flatMap(({ categories }) => categories))
    sums.set(category, (sums.get(category) ?? 0) + count)
  return {
    total: counted.reduce((sum, { total }) => sum + total, 0),
    categories: [...sums]
      .map(([category, count]) => ({ category, count }))
      .sort((one, other) => one.category.localeCompare(other.category)),
  }
}
