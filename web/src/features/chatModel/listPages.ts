interface Row {
  conversationId: string
  lastActivityAt: string
}

interface Page<R extends Row> {
  items: R[]
  continuationToken: string | null
}

/** The pages of a list of conversations, most recently active first, and the tokens that they were loaded with. */
export interface ListPages<R extends Row> {
  pages: Page<R>[]
  pageParams: (string | null)[]
}

const isBefore = (one: Row, other: Row): boolean =>
  one.lastActivityAt === other.lastActivityAt
    ? one.conversationId > other.conversationId
    : one.lastActivityAt > other.lastActivityAt

/**
 * Returns the page to use for a token without loading it, while a list is reloaded. Only the first page is loaded
 * again, because changes of activity move conversations there. Further pages keep their rows, except those that are on
 * the new first page, and the second one starts with rows that the first has pushed out.
 */
export function keptPage<R extends Row>(before: ListPages<R>, first: Page<R>, token: string): Page<R> | null {
  const isNext = before.pages.at(-1)?.continuationToken === token
  if (before.pages.length < 2 || isNext) return null
  const at = Math.max(1, before.pageParams.indexOf(token))
  const { items, continuationToken } = before.pages[at]!
  const isOnFirst = new Set(first.items.map(({ conversationId }) => conversationId))
  const last = first.items.at(-1)
  const pushed = at === 1 && last ? before.pages[0]!.items.filter((one) => isBefore(last, one)) : []
  return {
    items: [...pushed, ...items].filter(({ conversationId }) => !isOnFirst.has(conversationId)),
    continuationToken,
  }
}

export const hasRow = ({ pages }: Pick<ListPages<Row>, 'pages'>, conversationId: string): boolean =>
  pages.some(({ items }) => items.some((one) => one.conversationId === conversationId))

/** Removes a conversation from the loaded pages. */
export function removeRow<R extends Row>({ pages }: ListPages<R>, conversationId: string): void {
  for (const page of pages) page.items = page.items.filter((one) => one.conversationId !== conversationId)
}

/** Adds or updates a conversation at its place, if that is loaded. */
export function placeRow<R extends Row>(list: ListPages<R>, row: R): void {
  removeRow(list, row.conversationId)
  const page = list.pages.find(({ items }) => items.some((one) => isBefore(row, one)))
  if (page) {
    const at = page.items.findIndex((one) => isBefore(row, one))
    page.items.splice(at, 0, row)
  } else if (list.pages.at(-1)?.continuationToken === null) list.pages.at(-1)!.items.push(row)
}
