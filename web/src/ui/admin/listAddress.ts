import { withValues } from '../addressParams.ts'

/** The list that one is looking at, as its address has it: `?search=acme&sort=-updatedAt`. */
export interface ListAddress {
  search: string
  /** A column's name at the server, with a minus for the order turned round. */
  sort: string
}

/** What an address says; a sort that the list does not know is the usual one. */
export function readAddress(params: URLSearchParams, sorts: readonly string[], usual: string): ListAddress {
  const sort = params.get('sort') ?? usual
  return {
    search: params.get('search') ?? '',
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : usual,
  }
}

/** The address with a change in it; what is as usual does not stand there. */
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

/** What a press on a column's head makes of the order. */
export const nextSort = (sort: string, column: string): string => (sort === column ? `-${column}` : column)

export const directionOfSort = (sort: string, column: string): 'ascending' | 'descending' | 'none' =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'
