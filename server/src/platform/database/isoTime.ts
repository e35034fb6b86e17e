import { sql } from 'kysely'

/** SQL for a time in JSON format: UTC with milliseconds. The column name must come from the program. */
export const isoTime = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
