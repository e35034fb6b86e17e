import type { TableQueries } from '../../../knowledge/index.ts'
import { cutToTokens } from '../../execution/tokens.ts'
import type { Found, SearchedLibraries } from '../search.ts'
import { type AnswerTables, describeTables, findTables } from './answerTables.ts'

/** The tables that the model can query, and their description in the prompt. */
export interface DescribedTables {
  tables: AnswerTables
  description: string
}

/** The share of a prompt's room that the descriptions of tables can take. */
const TABLES_SHARE = 0.15

/** Returns the tables of these libraries as a prompt describes them, or null if there are none. */
export async function describedTables(
  queries: TableQueries,
  libraries: SearchedLibraries,
  { found, room }: { found: Found | null; room: number },
): Promise<DescribedTables | null> {
  // Without files that are read as a whole, the search was in all libraries and knows whether there are tables.
  const isSearched = libraries.attachedIds.length === 0 && libraries.wholeDataSourceIds.length === 0
  if (isSearched && found?.best?.hasTables === false) return null
  const fileIds = found?.passages.map(({ fileId }) => fileId) ?? []
  const tables = await findTables(queries, libraries, fileIds)
  if (!tables) return null
  return { tables, description: cutToTokens(await describeTables(tables), room * TABLES_SHARE) }
}
