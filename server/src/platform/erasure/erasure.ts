import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import { removeRows } from '../database/slices.ts'

/** Someone who was removed so long ago that what is personal of theirs goes. */
export interface ErasedPerson {
  userId: string
  /** The person's id in the directory. */
  objectId: string
}

/** Something that a feature stores about people: `platform.erasure.add({ … })`. */
export interface Holding {
  /** The columns that name the person or hold their data, as `table.column`. A test compares them with the database. */
  columns: readonly string[]
  /** Erases some of it, within the bounds of `slices.ts`; answers how many rows it changed, 0 once nothing is left. */
  erase(tx: Sql, person: ErasedPerson): Promise<number>
}

/** Something that a feature stores about conversations: `platform.erasure.addOfConversations({ … })`. */
export interface ConversationHolding {
  /**
   * The foreign keys to a conversation, or to something that goes with it, as `table.column`. A test compares them with
   * the database.
   */
  columns: readonly string[]
  /** Like `Holding.erase`, for the conversations whose IDs a query selects. */
  erase(tx: Sql, conversations: RawBuilder<unknown>): Promise<number>
}

export interface Erasure {
  /** Holdings are erased in the order in which they are added. */
  add(...holdings: Holding[]): void
  readonly holdings: readonly Holding[]
  addOfConversations(...holdings: ConversationHolding[]): void
  readonly conversationHoldings: readonly ConversationHolding[]
  /** Erases some of what is stored about conversations; answers 0 once nothing but their own rows is left. */
  eraseOfConversations(tx: Sql, conversations: RawBuilder<unknown>): Promise<number>
}

export function createErasure(): Erasure {
  const holdings: Holding[] = []
  const conversationHoldings: ConversationHolding[] = []
  return {
    add: (...added) => void holdings.push(...added),
    holdings,
    addOfConversations: (...added) => void conversationHoldings.push(...added),
    conversationHoldings,
    async eraseOfConversations(tx, conversations) {
      for (const holding of conversationHoldings) {
        const erased = await holding.erase(tx, conversations)
        if (erased > 0) return erased
      }
      return 0
    },
  }
}

interface OwnRows {
  table: string
  /** Names the person. */
  owner: string
  /** Tells the rows of one person apart. */
  key: string
}

/** Rows of one table that are a person's own, and go with what refers to them by `on delete cascade`. */
export const ownRows = ({ table, owner, key }: OwnRows): Holding => ({
  columns: [`${table}.${owner}`],
  erase: (tx, { userId }) =>
    removeRows(tx, { table, key, where: sql`r.${sql.ref(owner)} = ${userId}::uuid` }),
})

/** Rows of one table that belong to conversations, and go with what refers to them by `on delete cascade`. */
export const rowsOfConversations = (
  table: string,
  { conversation, key }: { conversation: string; key: string },
): ConversationHolding => ({
  columns: [`${table}.${conversation}`],
  erase: (tx, conversations) =>
    removeRows(tx, { table, key, where: sql`r.${sql.ref(conversation)} in (${conversations})` }),
})
