import { withValues } from '../addressParams.ts'

/** The state of a list in its URL: `?search=acme&sort=-updatedAt`. */
export interface ListAddress {
  search: string
  /** The server's name of the column, with a minus for descending order. */
  sort: string
}

/** Reads the state from the URL. An unknown sort order becomes the default. */
export function readAddress(params: URLSearchParams, sorts: readonly string[], usual: string): ListAddress {
  const sort = params.get('sort') ?? usual
  return {
    search: params.get('search') ?? '',
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : usual,
  }
}

/** Returns the URL parameters with a change. Omits defaults. */
export function withAddress(
  params: URLSearchParams,
  change: Partial<ListAddress>,
  usual: string,
): URLSearchParams {
  const { search, sort } = change
  return withValues(params, {
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort: sort === usual ? '' : sort }),
  })
}

/** Returns the sort order after a click on a column header. */
export const nextSort = (sort: string, column: string): string => (sort === column ? `-${column}` : column)

export const directionOfSort = (sort: string, column: string): 'ascending' | 'descending' | 'none' =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'
