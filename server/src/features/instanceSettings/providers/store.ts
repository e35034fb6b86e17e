import type { DeploymentPurpose, KeyTest } from '@parlance/contract/instanceSettings'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { KeyedEngine } from '../../../engines/connections.ts'
import type { Price } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'

export type KeyKind = 'SearchApiKey' | 'LanguageModelProviderApiKey'

export interface KeyRow {
  kind: KeyKind
  provider: string
  /** Null if the provider needs no key. */
  ciphertext: string | null
  lastFour: string
  /** Null means the provider's own URL. */
  endpoint: string | null
  version: number
}

export type TestRow = z.infer<typeof KeyTest> & { kind: KeyKind; provider: string }
export type Purpose = z.infer<typeof DeploymentPurpose>

export interface DeploymentRow {
  languageEngine: KeyedEngine
  deploymentName: string
  purposes: Purpose[]
  approved: boolean
  lastProbe: string | null
  gone: boolean
  price: Price | null
  /** In US dollars per image. */
  imagePrice: number | null
  /** In US dollars per minute of a recording. */
  minutePrice: number | null
  /** In US dollars per million characters of speech. */
  speechPrice: number | null
  /** Null means derived from the name. */
  vision: boolean | null
  version: number
}

const keyColumns = sql`kind, provider, ciphertext, last_four as "lastFour", endpoint, version`
const deploymentColumns = sql`language_engine as "languageEngine", deployment_name as "deploymentName", purposes,
  approved, ${isoTime('last_probe')} as "lastProbe", gone, case when input_price is null then null
    else jsonb_build_object('inputPerMillion', input_price, 'outputPerMillion', output_price) end as price,
  image_price::float8 as "imagePrice", minute_price::float8 as "minutePrice",
  speech_price::float8 as "speechPrice", vision, version`

// Providers belong to the instance; the endpoints check who can read them.

export async function readKeys(db: Sql): Promise<KeyRow[]> {
  return (await sql<KeyRow>`select ${keyColumns} from api_key order by kind, provider`.execute(db)).rows
}

/** Whether a search provider is set. Only some have a URL of their own. */
export async function hasSearchKey(db: Sql): Promise<boolean> {
  const found = await sql<{ is: boolean }>`select exists (select from api_key where kind = 'SearchApiKey'
    and (endpoint is not null or provider in ('Brave', 'Tavily'))) as is`.execute(db)
  return found.rows[0]?.is ?? false
}

/** Returns the image deployment of the instance with what its use depends on; null if none can be used for images. */
export async function readImageDeployment(
  db: Sql,
): Promise<
  (Pick<DeploymentRow, 'languageEngine' | 'deploymentName'> & { isGone: boolean; hasKey: boolean }) | null
> {
  const found = await sql<{
    languageEngine: KeyedEngine
    deploymentName: string
    isGone: boolean
    hasKey: boolean
  }>`select d.language_engine as "languageEngine", d.deployment_name as "deploymentName", d.gone as "isGone",
      exists (select from api_key k where k.kind = 'LanguageModelProviderApiKey'
        and k.provider = d.language_engine) as "hasKey"
    from instance_settings i join deployment d
      on (d.language_engine, d.deployment_name) = (i.image_language_engine, i.image_deployment_name)
    where 'Image' = any(d.purposes)`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the keys of a kind, locked until the transaction ends; also blocks inserting the first one. */
export async function lockKeys(tx: Sql, kind: KeyKind): Promise<KeyRow[]> {
  await sql`lock table api_key in share row exclusive mode`.execute(tx)
  return (await sql<KeyRow>`select ${keyColumns} from api_key where kind = ${kind}`.execute(tx)).rows
}

export async function putKey(tx: Sql, key: Omit<KeyRow, 'version'>): Promise<KeyRow> {
  const { kind, provider, ciphertext, lastFour, endpoint } = key
  const found = await sql<KeyRow>`insert into api_key (kind, provider, ciphertext, last_four, endpoint)
    values (${kind}, ${provider}, ${ciphertext}, ${lastFour}, ${endpoint})
    on conflict (kind, provider) do update set ciphertext = excluded.ciphertext, last_four = excluded.last_four,
      endpoint = excluded.endpoint, updated_at = now(), version = api_key.version + 1
    returning ${keyColumns}`.execute(tx)
  return found.rows[0] as KeyRow
}

export async function removeKey(tx: Sql, kind: KeyKind, provider: string): Promise<void> {
  await sql`delete from api_key where kind = ${kind} and provider = ${provider}`.execute(tx)
}

export async function readTests(db: Sql): Promise<TestRow[]> {
  const found = await sql<TestRow>`select kind, provider, outcome, milliseconds, ${isoTime('at')} as at
    from api_key_test`.execute(db)
  return found.rows
}

export async function putTest(tx: Sql, test: Omit<TestRow, 'at'>): Promise<TestRow> {
  const { kind, provider, outcome, milliseconds } = test
  const found = await sql<TestRow>`insert into api_key_test (kind, provider, outcome, milliseconds)
    values (${kind}, ${provider}, ${outcome}, ${milliseconds})
    on conflict (kind, provider) do update
      set outcome = excluded.outcome, milliseconds = excluded.milliseconds, at = now()
    returning kind, provider, outcome, milliseconds, ${isoTime('at')} as at`.execute(tx)
  return found.rows[0] as TestRow
}

export async function removeTest(tx: Sql, kind: KeyKind, provider: string): Promise<void> {
  await sql`delete from api_key_test where kind = ${kind} and provider = ${provider}`.execute(tx)
}

export async function readDeployments(db: Sql): Promise<DeploymentRow[]> {
  const found = await sql<DeploymentRow>`select ${deploymentColumns} from deployment
    order by language_engine, deployment_name`.execute(db)
  return found.rows
}

export async function lockDeployment(
  tx: Sql,
  languageEngine: KeyedEngine,
  deploymentName: string,
): Promise<DeploymentRow | null> {
  const found = await sql<DeploymentRow>`select ${deploymentColumns} from deployment
    where language_engine = ${languageEngine} and deployment_name = ${deploymentName} for update`.execute(tx)
  return found.rows[0] ?? null
}

type Said = Pick<
  DeploymentRow,
  | 'languageEngine'
  | 'deploymentName'
  | 'purposes'
  | 'approved'
  | 'price'
  | 'imagePrice'
  | 'minutePrice'
  | 'speechPrice'
  | 'vision'
>

/** Returns null if someone else has added it in the meantime. */
export async function insertDeployment(tx: Sql, said: Said): Promise<DeploymentRow | null> {
  const found =
    await sql<DeploymentRow>`insert into deployment (language_engine, deployment_name, purposes, approved,
      input_price, output_price, image_price, minute_price, speech_price, vision)
    values (${said.languageEngine}, ${said.deploymentName}, ${said.purposes}::text[], ${said.approved},
      ${said.price?.inputPerMillion ?? null}, ${said.price?.outputPerMillion ?? null},
      ${said.imagePrice}, ${said.minutePrice}, ${said.speechPrice}, ${said.vision})
    on conflict do nothing returning ${deploymentColumns}`.execute(tx)
  return found.rows[0] ?? null
}

export async function updateDeployment(tx: Sql, said: Said): Promise<DeploymentRow> {
  const found = await sql<DeploymentRow>`update deployment set purposes = ${said.purposes}::text[],
    approved = ${said.approved}, input_price = ${said.price?.inputPerMillion ?? null},
    output_price = ${said.price?.outputPerMillion ?? null}, image_price = ${said.imagePrice},
    minute_price = ${said.minutePrice}, speech_price = ${said.speechPrice}, vision = ${said.vision}, updated_at = now(), version = version + 1
    where language_engine = ${said.languageEngine} and deployment_name = ${said.deploymentName}
    returning ${deploymentColumns}`.execute(tx)
  return found.rows[0] as DeploymentRow
}

export async function removeDeployment(tx: Sql, { languageEngine, deploymentName }: Said): Promise<void> {
  await sql`delete from deployment
    where language_engine = ${languageEngine} and deployment_name = ${deploymentName}`.execute(tx)
}

/**
 * Stores a provider's list: adds new deployments and marks missing ones as gone, or deletes them if no agent
 * uses them.
 */
export async function storeList(
  tx: Sql,
  languageEngine: KeyedEngine,
  listed: readonly { deploymentName: string; purposes: Purpose[] }[],
): Promise<void> {
  const names = listed.map((one) => one.deploymentName)
  const purposes = listed.map((one) => `{${one.purposes.join(',')}}`)
  await sql`insert into deployment (language_engine, deployment_name, purposes, last_probe)
    select ${languageEngine}, name, purposes::text[], now()
    from unnest(${names}::text[], ${purposes}::text[]) as listed (name, purposes)
    on conflict (language_engine, deployment_name) do update set last_probe = now(), gone = false`.execute(tx)
  await sql`update deployment set gone = true
    where language_engine = ${languageEngine} and not deployment_name = any(${names}::text[])`.execute(tx)
  await sql`delete from deployment d where d.language_engine = ${languageEngine} and d.gone
    and not exists (select from gpt_system_configuration_state s
      where (s.language_engine = d.language_engine
          and d.deployment_name in (s.deployment_name, s.helper_deployment_name))
        or s.selectable_deployments @> jsonb_build_array(jsonb_build_object('languageEngine', d.language_engine,
          'deploymentName', d.deployment_name)))
    and not exists (select from instance_settings i where (d.language_engine, d.deployment_name)
      in ((i.default_language_engine, i.default_deployment_name), (i.helper_language_engine, i.helper_deployment_name),
        (i.embedding_language_engine, i.embedding_deployment_name), (i.transcription_language_engine, i.transcription_deployment_name),
        (i.speech_language_engine, i.speech_deployment_name), (i.image_language_engine, i.image_deployment_name)))`.execute(
    tx,
  )
}
