import pg from 'pg'

/**
 * Creates a database on the tests' PostgreSQL server, empty or a copy of another; returns null without such a
 * server.
 */
export async function freshDatabase(copied?: string | null): Promise<string | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const name = `parlance_test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  const template = copied && pg.escapeIdentifier(new URL(copied).pathname.slice(1))
  // The default strategy writes the whole copy to the log too, which takes three times as long.
  const like = template ? ` template ${template} strategy file_copy` : ''
  await withClient(server, (client) => client.query(`create database ${pg.escapeIdentifier(name)}${like}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const server = process.env.TEST_DATABASE_URL ?? ''
  await withClient(server, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

async function withClient(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
