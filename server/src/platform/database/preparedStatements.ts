import { createHash } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { StatementsInFlight } from './statements.ts'

const NAME_CHARACTERS = 24
const names = new Map<string, string>()

/** PostgreSQL truncates names at 63 bytes, so a statement's name is a hash of its text. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, NAME_CHARACTERS)
  names.set(text, name)
  return name
}

/**
 * Returns a pool that prepares each statement once per connection. Parsing and planning it again takes two
 * thirds of a short statement's time. There are few distinct texts, because values are parameters. Statements
 * without parameters aren't prepared: a migration has several in one text. With `named: false`, none are
 * prepared. `explained` returns what is thrown for an error.
 */
export function withPreparedStatements(
  pool: pg.Pool,
  {
    statements,
    named = true,
    explained = (cause) => cause,
  }: { statements?: StatementsInFlight; named?: boolean; explained?: (cause: unknown) => unknown } = {},
): PostgresPool {
  const explain = (cause: unknown): never => {
    throw explained(cause)
  }
  return {
    async connect() {
      const client = await pool.connect().catch(explain)
      return {
        // Only texts are passed, because nothing here uses cursors.
        query: ((text: string, values: readonly unknown[]) => {
          const result =
            values.length === 0
              ? client.query(text)
              : client.query({ text, values: [...values], ...(named ? { name: nameOf(text) } : {}) })
          return (statements ? statements.track(client, result) : result).catch(explain)
        }) as never,
        release: () => client.release(),
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
