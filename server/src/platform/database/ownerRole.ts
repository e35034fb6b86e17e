import { sql } from 'kysely'
import { ConfigError } from '../../config/config.ts'
import type { Log } from '../log/log.ts'
import { createDatabase, type Database, type Sql } from './database.ts'

/** Tables on which the application role has fewer privileges than the default. */
const narrow: Record<string, string> = {
  migration: 'select',
  audit_entry: 'select, insert',
  audit_head: 'select, update',
}

/**
 * With DATABASE_OWNER_URL, that role changes the schema and the role of DATABASE_URL only works with the data.
 * Anyone who takes over the application can then neither change the audit log nor drop its protection. The
 * owner runs `prepare`; then the other role is granted what it needs, at every startup.
 */
export async function asOwner(
  { ownerUrl, database, log }: { ownerUrl: string; database: Database; log: Log },
  prepare: (owner: Database) => Promise<void>,
  schemas: readonly string[],
): Promise<void> {
  const connection = { connectionString: ownerUrl, application_name: 'parlance-owner' }
  const owner = createDatabase({ log, connection, embedded: null })
  try {
    const roles = await rolesOf(database, owner)
    // Checked before, because the owner can't migrate objects of another role. Checked again after, because
    // another process started without an owner may have migrated in the meantime.
    await refuseWhatItOwns(owner, roles)
    await prepare(owner)
    await refuseWhatItOwns(owner, roles)
    await owner.transaction((tx) => grant(tx, roles.working, schemas))
  } finally {
    await owner.close()
  }
}

interface Identity {
  role: string
  /** The server's system identifier and the database name: equal for two URLs of one database. */
  database: string
}

async function identityOf({ db }: Database): Promise<Identity> {
  const found = await sql<Identity>`select current_user as role,
    (select system_identifier from pg_control_system()) || ' ' || current_database() as database`.execute(db)
  if (!found.rows[0]) throw new Error("The database didn't report who is connected.")
  return found.rows[0]
}

interface Roles {
  working: string
  owning: string
}

/** Returns the two roles. Refuses a DATABASE_URL role that can become the owner. */
async function rolesOf(database: Database, owner: Database): Promise<Roles> {
  const [working, owning] = [await identityOf(database), await identityOf(owner)]
  if (working.database !== owning.database)
    throw new ConfigError(['DATABASE_OWNER_URL: must be the same database as DATABASE_URL'])
  const found = await sql<{ isOwner: boolean }>`select exists (select from pg_roles
    where (rolsuper or rolcreaterole or rolname = ${owning.role})
      and pg_has_role(${working.role}, oid, 'member')) as "isOwner"`.execute(owner.db)
  if (found.rows[0]?.isOwner !== false)
    throw new ConfigError([
      `DATABASE_URL: its role ${working.role} has the owner's privileges. Use a separate role that is neither a superuser nor a member of the owner role`,
    ])
  return { working: working.role, owning: owning.role }
}

const MOST_NAMED = 5

/**
 * Refuses a working role that owns objects: an owner can drop them and their contents, whatever its privileges.
 * PostgreSQL records the owners of all kinds of objects in one catalog. A role's own settings there aren't part
 * of the database.
 */
async function refuseWhatItOwns({ db }: Database, { working, owning }: Roles): Promise<void> {
  const found = await sql<{ owner: string; what: string }>`
    select refobjid::regrole::text as owner, pg_describe_object(classid, objid, objsubid) as what
    from pg_shdepend join pg_database on datname = current_database()
    where deptype = 'o' and refclassid = 'pg_authid'::regclass and pg_has_role(${working}, refobjid, 'member')
      and case classid when 'pg_database'::regclass then objid = pg_database.oid
        when 'pg_default_acl'::regclass then false when 'pg_user_mapping'::regclass then false
        else dbid = pg_database.oid end
    order by classid <> 'pg_database'::regclass, classid <> 'pg_namespace'::regclass, what`.execute(db)
  const { rows } = found
  if (rows.length === 0) return
  const named = rows.slice(0, MOST_NAMED).map(({ what }) => what)
  if (rows.length > MOST_NAMED) named.push(`${rows.length - MOST_NAMED} more`)
  const owners = [...new Set(rows.map(({ owner }) => owner))].join(', ')
  const { rows: quoted } = await sql<{ name: string }>`select quote_ident(${owning}) as name`.execute(db)
  throw new ConfigError([
    `DATABASE_URL: its role ${working} owns objects and could drop them (${named.join(', ')}). Transfer them to the owner as a superuser in this database: reassign owned by ${owners} to ${quoted[0]?.name}`,
  ])
}

/** Grants the privileges the application needs and revokes all others. */
async function grant(tx: Sql, role: string, schemas: readonly string[]): Promise<void> {
  const to = sql.id(role)
  // Startups take turns, because two that grant at once would fail.
  await sql`select pg_advisory_xact_lock(hashtext('parlance grants'))`.execute(tx)
  const own = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx)
  for (const name of [...own.rows.map(({ schema }) => schema), ...schemas]) {
    const schema = sql.id(name)
    await sql`revoke create on schema ${schema} from ${to}, public`.execute(tx)
    await sql`grant usage on schema ${schema} to ${to}`.execute(tx)
    await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(tx)
    await sql`grant usage, select, update on all sequences in schema ${schema} to ${to}`.execute(tx)
    await sql`grant execute on all routines in schema ${schema} to ${to}`.execute(tx)
  }
  for (const [table, rights] of Object.entries(narrow)) {
    await sql`revoke all on ${sql.id(table)} from ${to}, public`.execute(tx)
    await sql`grant ${sql.raw(rights)} on ${sql.id(table)} to ${to}`.execute(tx)
  }
}
