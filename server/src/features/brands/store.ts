import type { LoginAlignment as Alignment, BrandFileKind } from '@parlance/contract/brands'
import type { ThemeSettings } from '@parlance/contract/theme/brand'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { nameKey } from '../../platform/language/nameKey.ts'

export type LoginAlignment = z.output<typeof Alignment>
export type FileKind = z.output<typeof BrandFileKind>

/** The settings that a brand or the defaults define themselves. Null and absent fields are inherited. */
export interface OwnSettings {
  useLoginBackgroundImg: boolean | null
  loginAlignment: LoginAlignment | null
  theme: ThemeSettings
  files: Partial<Record<FileKind, string>>
}

export interface BrandRow extends OwnSettings {
  brandKey: string
  name: string
  hostNames: string[]
  version: number
  createdAt: string
  updatedAt: string
}

export interface DefaultsRow extends OwnSettings {
  defaultBrandKey: string
  version: number
  updatedAt: string
}

export interface FileRow {
  fileName: string
  kind: FileKind
  size: number
  blobKey: string
  iconBlobKey: string
  iconSize: number
}

export type NewFile = FileRow & { width: number; height: number }

const filesOf = (owner: RawBuilder<unknown>) => sql`coalesce((select jsonb_object_agg(f.kind, f.file_name)
  from brand_file f where ${owner}), '{}'::jsonb)`

const brandColumns = sql`b.brand_key as "brandKey", b.name, b.use_login_background_img as "useLoginBackgroundImg",
  b.login_alignment as "loginAlignment", b.theme, b.version, ${isoTime('b.created_at')} as "createdAt",
  ${isoTime('b.updated_at')} as "updatedAt", ${filesOf(sql`f.brand_key = b.brand_key`)} as files,
  array(select h.host_name from brand_host_name h where h.brand_key = b.brand_key order by h.position) as "hostNames"`

const defaultsColumns = sql`d.default_brand_key as "defaultBrandKey",
  d.use_login_background_img as "useLoginBackgroundImg", d.login_alignment as "loginAlignment", d.theme, d.version,
  ${isoTime('d.updated_at')} as "updatedAt", ${filesOf(sql`f.brand_key is null`)} as files`

// Brands are visible to everyone, so nothing here checks who is reading.

export async function readDefaults(db: Sql): Promise<DefaultsRow> {
  const found = await sql<DefaultsRow>`select ${defaultsColumns} from brand_defaults d`.execute(db)
  if (!found.rows[0]) throw new Error('The default brand settings are missing.')
  return found.rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockDefaults(tx: Sql): Promise<DefaultsRow> {
  const found = await sql<DefaultsRow>`select ${defaultsColumns} from brand_defaults d for update`.execute(tx)
  if (!found.rows[0]) throw new Error('The default brand settings are missing.')
  return found.rows[0]
}

export async function readAll(db: Sql): Promise<BrandRow[]> {
  return (await sql<BrandRow>`select ${brandColumns} from brand b order by b.brand_key`.execute(db)).rows
}

export async function readBrand(db: Sql, brandKey: string): Promise<BrandRow | null> {
  const found =
    await sql<BrandRow>`select ${brandColumns} from brand b where b.brand_key = ${brandKey}`.execute(db)
  return found.rows[0] ?? null
}

export async function lockBrand(tx: Sql, brandKey: string): Promise<BrandRow | null> {
  const found =
    await sql<BrandRow>`select ${brandColumns} from brand b where b.brand_key = ${brandKey} for update`.execute(
      tx,
    )
  return found.rows[0] ?? null
}

const sortColumns = { name: 'b.name_key', brandKey: 'b.brand_key', updatedAt: 'b.updated_at' } as const
export interface Sort {
  by: keyof typeof sortColumns
  descending: boolean
}

/** Returns the value by which a row is sorted in this order. */
export const sortValue = (row: BrandRow, { by }: Sort): string =>
  by === 'name' ? nameKey(row.name) : by === 'brandKey' ? row.brandKey : row.updatedAt

export async function readPage(
  db: Sql,
  list: { search: string; sort: Sort; after: { value: string; brandKey: string } | null; limit: number },
): Promise<BrandRow[]> {
  const { search, after, limit } = list
  // Compares times in milliseconds, because a position contains no more precision.
  const column =
    list.sort.by === 'updatedAt'
      ? sql`date_trunc('milliseconds', b.updated_at)`
      : sql.raw(sortColumns[list.sort.by])
  const value =
    list.sort.by === 'updatedAt'
      ? sql`${after?.value ?? null}::timestamptz`
      : sql`${after?.value ?? null}::text`
  const order = sql.raw(list.sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(list.sort.descending ? '<' : '>')
  const found = await sql<BrandRow>`select ${brandColumns} from brand b
    where (${search} = '' or strpos(b.name_key, ${nameKey(search)}) > 0 or strpos(b.brand_key, ${nameKey(search)}) > 0
        or exists (select from brand_host_name h where h.brand_key = b.brand_key
          and strpos(h.host_name, ${nameKey(search)}) > 0))
      and (${after === null} or (${column}, b.brand_key) ${beyond} (${value}, ${after?.brandKey ?? null}))
    order by ${column} ${order}, b.brand_key ${order} limit ${limit}`.execute(db)
  return found.rows
}

export interface NewBrand extends Omit<OwnSettings, 'files'> {
  brandKey: string
  name: string
  hostNames: readonly string[]
}

export async function insertBrand(tx: Sql, brand: NewBrand, createdBy: string | null): Promise<void> {
  const { brandKey, name, useLoginBackgroundImg, loginAlignment, theme } = brand
  await sql`insert into brand (brand_key, name, name_key, use_login_background_img, login_alignment, theme, created_by)
    values (${brandKey}, ${name}, ${nameKey(name)}, ${useLoginBackgroundImg}, ${loginAlignment},
      ${JSON.stringify(theme)}::jsonb, ${createdBy})`.execute(tx)
  await insertHostNames(tx, brandKey, brand.hostNames)
}

/** Returns whether a brand has this key, name, or host name. */
export async function isTaken(
  tx: Sql,
  { brandKey, name, hostName }: { brandKey: string; name: string; hostName: string },
): Promise<boolean> {
  const found = await sql`select from brand where brand_key = ${brandKey} or name_key = ${nameKey(name)}
    union all select from brand_host_name where host_name = ${hostName}`.execute(tx)
  return found.rows.length > 0
}

export async function updateBrand(tx: Sql, brand: NewBrand): Promise<void> {
  const { brandKey, name, useLoginBackgroundImg, loginAlignment, theme } = brand
  await sql`update brand set name = ${name}, name_key = ${nameKey(name)},
    use_login_background_img = ${useLoginBackgroundImg}, login_alignment = ${loginAlignment},
    theme = ${JSON.stringify(theme)}::jsonb, updated_at = now(), version = version + 1
    where brand_key = ${brandKey}`.execute(tx)
  await sql`delete from brand_host_name where brand_key = ${brandKey}`.execute(tx)
  await insertHostNames(tx, brandKey, brand.hostNames)
}

async function insertHostNames(tx: Sql, brandKey: string, hostNames: readonly string[]): Promise<void> {
  await sql`insert into brand_host_name (host_name, brand_key, position)
    select host_name, ${brandKey}, position from unnest(${[...hostNames]}::text[]) with ordinality as given (host_name, position)`.execute(
    tx,
  )
}

/** Returns the given host names that another brand already uses. */
export async function takenHostNames(
  tx: Sql,
  hostNames: readonly string[],
  brandKey: string,
): Promise<string[]> {
  const found = await sql<{ hostName: string }>`select host_name as "hostName" from brand_host_name
    where host_name = any(${[...hostNames]}::text[]) and brand_key <> ${brandKey}`.execute(tx)
  return found.rows.map((row) => row.hostName)
}

export async function updateDefaults(
  tx: Sql,
  defaults: Omit<OwnSettings, 'files'> & { defaultBrandKey: string },
): Promise<void> {
  const { defaultBrandKey, useLoginBackgroundImg, loginAlignment, theme } = defaults
  await sql`update brand_defaults set default_brand_key = ${defaultBrandKey},
    use_login_background_img = ${useLoginBackgroundImg}, login_alignment = ${loginAlignment},
    theme = ${JSON.stringify(theme)}::jsonb, updated_at = now(), version = version + 1`.execute(tx)
}

/** Returns the names of some agents that use a brand, in their chat or on their public page, as in lists of agents. An agent can have none. */
export async function agentsOf(tx: Sql, brandKey: string): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select coalesce((select s.name from gpt_system_configuration_state s where s.gpt_system_id = g.id
      order by s.id = g.published_state_id desc nulls last, s.number desc limit 1), '') as name
    from gpt_system g where g.deleted_at is null and (g.brand_key = ${brandKey} or exists (
      select from public_endpoint e where e.gpt_system_id = g.id and e.brand_key = ${brandKey}))
    order by 1, g.id limit 5`.execute(tx)
  return found.rows.map((row) => row.name)
}

export async function removeBrand(tx: Sql, brandKey: string): Promise<void> {
  // Deleted agents don't prevent a brand from being deleted.
  await sql`update gpt_system set brand_key = null where brand_key = ${brandKey} and deleted_at is not null`.execute(
    tx,
  )
  await sql`update public_endpoint e set brand_key = null from gpt_system g
    where g.id = e.gpt_system_id and g.deleted_at is not null and e.brand_key = ${brandKey}`.execute(tx)
  await sql`delete from brand where brand_key = ${brandKey}`.execute(tx)
}

/** Replaces the image of its kind. The key is the brand's, or null for the defaults. */
export async function putFile(tx: Sql, brandKey: string | null, file: NewFile): Promise<void> {
  await sql`delete from brand_file where brand_key is not distinct from ${brandKey} and kind = ${file.kind}`.execute(
    tx,
  )
  await sql`insert into brand_file (file_name, brand_key, kind, size, width, height, blob_key, icon_blob_key, icon_size)
    values (${file.fileName}, ${brandKey}, ${file.kind}, ${file.size}, ${file.width}, ${file.height}, ${file.blobKey},
      ${file.iconBlobKey}, ${file.iconSize})`.execute(tx)
  await raiseVersion(tx, brandKey)
}

export async function removeFile(
  tx: Sql,
  brandKey: string | null,
  fileName: string,
): Promise<FileKind | null> {
  const removed = await sql<{ kind: FileKind }>`delete from brand_file
    where brand_key is not distinct from ${brandKey} and file_name = ${fileName} returning kind`.execute(tx)
  if (removed.rows[0]) await raiseVersion(tx, brandKey)
  return removed.rows[0]?.kind ?? null
}

async function raiseVersion(tx: Sql, brandKey: string | null): Promise<void> {
  if (brandKey === null)
    await sql`update brand_defaults set updated_at = now(), version = version + 1`.execute(tx)
  else
    await sql`update brand set updated_at = now(), version = version + 1 where brand_key = ${brandKey}`.execute(
      tx,
    )
}

const fileColumns = sql`file_name as "fileName", kind, size, blob_key as "blobKey", icon_blob_key as "iconBlobKey",
  icon_size as "iconSize"`

/** Returns a brand's own image or one of the defaults. */
export async function readFile(db: Sql, brandKey: string, fileName: string): Promise<FileRow | null> {
  const found = await sql<FileRow>`select ${fileColumns} from brand_file
    where file_name = ${fileName} and (brand_key = ${brandKey} or brand_key is null)`.execute(db)
  return found.rows[0] ?? null
}

export async function readFiles(db: Sql, brandKey: string): Promise<FileRow[]> {
  return (await sql<FileRow>`select ${fileColumns} from brand_file where brand_key = ${brandKey}`.execute(db))
    .rows
}
