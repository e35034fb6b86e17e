import { sql } from 'kysely'

/** SQL for a time as JSON has it: in UTC, with milliseconds. The column's name is the program's own. */
export const isoTime = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
