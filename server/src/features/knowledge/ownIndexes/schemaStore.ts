import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

/**
 * What a library's own index consists of, by the same names as in the instance's database, so that the same statements
 * search both. `data_source` and `file` have only the columns that these statements use. Each later change is a further
 * entry.
 */
const steps: readonly RawBuilder<unknown>[] = [
  sql`create table data_source (
    data_source_id uuid primary key,
    number int not null unique,
    data_source_type text not null
  );
  create table file (
    file_id uuid primary key,
    data_source_id uuid not null references data_source on delete cascade,
    folder text not null,
    name text not null,
    ready_version int,
    ready_mime_type text,
    pages int,
    passages int not null default 0,
    has_tables boolean not null default false,
    removed_at timestamptz,
    -- Who writes its passages.
    lease_holder uuid not null
  );
  create index file_of_library on file (data_source_id);
  create table passage (
    passage_id bigint primary key,
    library_id int not null references data_source (number) on delete cascade,
    file_id uuid not null references file on delete cascade,
    file_version int not null,
    tokenizer_version smallint not null,
    ordinal int not null,
    page int,
    off_start int not null,
    off_end int not null,
    heading text not null,
    text text not null,
    length int not null,
    locator jsonb,
    unique (file_id, file_version, ordinal)
  );
  create index passage_by_version on passage (file_id, tokenizer_version);
  create table posting (
    library_id int not null,
    passage_id bigint not null,
    tf smallint not null,
    len smallint not null,
    term text collate "C" not null
  );
  create index posting_term on posting (library_id, term) include (passage_id, tf, len);
  create index posting_passage on posting (passage_id);
  create table term_stat (
    library_id int not null,
    term text collate "C" not null,
    df int not null,
    primary key (library_id, term)
  ) with (fillfactor = 70);
  create table lib_stat (
    library_id int primary key references data_source (number) on delete cascade,
    n int not null default 0,
    total_len bigint not null default 0,
    change_number int not null default 0
  ) with (fillfactor = 50);
  create table gram_stat (
    library_id int not null references data_source (number) on delete cascade,
    tokenizer_version smallint not null,
    change_number int not null,
    passages int not null,
    length bigint not null,
    frequencies bytea not null,
    primary key (library_id, tokenizer_version)
  );
  create table gram_change (
    library_id int not null references data_source (number) on delete cascade,
    tokenizer_version smallint not null,
    change_number int not null,
    passages int not null,
    length bigint not null,
    frequencies bytea not null,
    primary key (library_id, tokenizer_version, change_number)
  );
  create table passage_signs (
    passage_id bigint not null references passage on delete cascade,
    vector_space_id int not null,
    library_id int not null,
    signs bit varying not null,
    primary key (passage_id, vector_space_id)
  );
  alter table passage_signs alter column signs set storage plain;
  create index passage_signs_of_library on passage_signs (library_id, vector_space_id);
  create index passage_signs_of_space on passage_signs (vector_space_id);
  create table passage_vector (
    passage_id bigint not null references passage on delete cascade,
    vector_space_id int not null,
    vector bytea not null,
    primary key (passage_id, vector_space_id)
  );
  alter table passage_vector alter column vector set storage external`,
]

/** `bit_count`. */
const OLDEST_SERVER = 140_000

/**
 * Creates the schema and what is missing in it, for the instance with this ID. Throws `index.tooOld`, and `index.notOurs`
 * if another instance or program uses the schema.
 */
export async function prepareIndex(tx: Sql, name: string, owner: string): Promise<void> {
  const server = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(tx)
  if ((server.rows[0]?.version ?? 0) < OLDEST_SERVER) throw new AppError('index.tooOld')
  // Several processes can start to use it at once.
  await sql`select pg_advisory_xact_lock(hashtext(${`parlance index ${name}`}))`.execute(tx)
  const known = await readMark(tx, name)
  if (known && known.owner !== owner) throw new AppError('index.notOurs')
  if (!known) await createSchema(tx, name, owner)
  const done = known?.steps ?? 0
  // A newer version of the program has added to it.
  if (done >= steps.length) return
  for (const step of steps.slice(done)) await step.execute(tx)
  await sql`update parlance_index set steps = ${steps.length}`.execute(tx)
}

async function readMark(tx: Sql, name: string): Promise<{ owner: string; steps: number } | null> {
  const found = await sql`select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${name} and c.relname = 'parlance_index'`.execute(tx)
  if (found.rows.length === 0) return null
  const read = await sql<{
    owner: string
    steps: number
  }>`select owner, steps from parlance_index limit 1`.execute(tx)
  return read.rows[0] ?? null
}

async function createSchema(tx: Sql, name: string, owner: string): Promise<void> {
  const found = await sql<{ isEmpty: boolean }>`select not exists (select from pg_class c
      where c.relnamespace = n.oid) as "isEmpty" from pg_namespace n where n.nspname = ${name}`.execute(tx)
  if (found.rows[0]?.isEmpty === false) throw new AppError('index.notOurs')
  // Not `if not exists`, which demands the right to create one even if it exists.
  if (!found.rows[0]) await sql`create schema ${sql.id(name)}`.execute(tx)
  await sql`create table parlance_index (owner uuid not null, steps int not null)`.execute(tx)
  await sql`insert into parlance_index (owner, steps) values (${owner}::uuid, 0)`.execute(tx)
}

/** The beginning of the name of the instance, as indexes know it. A restored one gets another. */
const OWNER = 'indexOwner:'

/** Returns the ID by which indexes recognize this instance. Creates it if there is none yet. */
export async function readIndexOwner({ transaction }: Pick<Database, 'transaction'>): Promise<string> {
  return transaction(async (tx) => {
    await sql`lock table seed in share row exclusive mode`.execute(tx)
    const read = () =>
      sql<{ name: string }>`select name from seed where starts_with(name, ${OWNER})`.execute(tx)
    const known = (await read()).rows[0]
    if (known) return known.name.slice(OWNER.length)
    const owner = randomUUID()
    await sql`insert into seed (name) values (${OWNER + owner})`.execute(tx)
    return owner
  })
}
