import type { Input } from '@parlance/contract/endpoint'
import type { EscalationTarget as Target } from '@parlance/contract/escalationTarget'
import { limits } from '@parlance/contract/limits'
import type { publicEndpoints } from '@parlance/contract/publicEndpoints'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { LanguageEngine } from '../../../engines/registry.ts'
import type { Actor, Rights } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { policyHolds } from '../../chatAccessPolicies/index.ts'
import { linkReadBy, onPage, publishableBy } from '../policy.ts'

type Entered = Input<(typeof publicEndpoints)['setPublicEndpoint']>
export type EscalationTarget = z.output<typeof Target>

/** As entered, without the secret of a webhook. */
export interface PageSettings extends Omit<Entered, 'escalation'> {
  escalation: EscalationTarget | null
}

export interface PageRow extends PageSettings {
  enabled: boolean
  version: number
  updatedAt: string
}

const columns = sql`e.gpt_public_endpoint as "gptPublicEndpoint", e.enabled, e.brand_key as "brandKey",
  e.allowed_origins as "allowedOrigins", e.allow_attachments as "allowAttachments", e.allow_page_context as "allowPageContext", e.allow_vision as "allowVision",
  e.allow_source_download as "allowSourceDownload", e.messages_per_day as "messagesPerDay",
  e.tokens_per_day as "tokensPerDay", e.cost_per_day_usd::float8 as "costPerDayUsd",
  e.visitor_messages_per_day as "visitorMessagesPerDay", e.network_messages_per_day as "networkMessagesPerDay",
  e.contact, e.privacy_url as "privacyUrl", e.language, e.proof_of_work_bits as "proofOfWorkBits", e.escalation, e.version, ${isoTime('e.updated_at')} as "updatedAt"`

/** Returns the public page of an agent, whether it is turned on or not. The caller has checked access. */
export async function readPage(db: Sql, gptSystemId: string): Promise<PageRow | null> {
  const found =
    await sql<PageRow>`select ${columns} from public_endpoint e where e.gpt_system_id = ${gptSystemId}`.execute(
      db,
    )
  return found.rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockPage(tx: Sql, gptSystemId: string): Promise<PageRow | null> {
  await sql`select from public_endpoint where gpt_system_id = ${gptSystemId} for update`.execute(tx)
  return readPage(tx, gptSystemId)
}

export async function writePage(tx: Sql, gptSystemId: string, page: PageSettings): Promise<void> {
  const contact = sql`${page.contact && JSON.stringify(page.contact)}::jsonb`
  await sql`insert into public_endpoint (gpt_system_id, gpt_public_endpoint, brand_key, allowed_origins, allow_attachments,
      allow_page_context, allow_vision, allow_source_download, messages_per_day, tokens_per_day, cost_per_day_usd, visitor_messages_per_day,
      network_messages_per_day, contact, privacy_url, language, proof_of_work_bits)
    values (${gptSystemId}, ${page.gptPublicEndpoint}, ${page.brandKey}, ${page.allowedOrigins}::text[],
      ${page.allowAttachments}, ${page.allowPageContext}, ${page.allowVision}, ${page.allowSourceDownload}, ${page.messagesPerDay}, ${page.tokensPerDay},
      ${page.costPerDayUsd}, ${page.visitorMessagesPerDay}, ${page.networkMessagesPerDay}, ${contact},
      ${page.privacyUrl}, ${page.language}, ${page.proofOfWorkBits})
    on conflict (gpt_system_id) do update set gpt_public_endpoint = excluded.gpt_public_endpoint,
      brand_key = excluded.brand_key, allowed_origins = excluded.allowed_origins,
      allow_attachments = excluded.allow_attachments, allow_page_context = excluded.allow_page_context,
      allow_vision = excluded.allow_vision, allow_source_download = excluded.allow_source_download,
      messages_per_day = excluded.messages_per_day, tokens_per_day = excluded.tokens_per_day,
      cost_per_day_usd = excluded.cost_per_day_usd, visitor_messages_per_day = excluded.visitor_messages_per_day,
      network_messages_per_day = excluded.network_messages_per_day, contact = excluded.contact,
      privacy_url = excluded.privacy_url, language = excluded.language, proof_of_work_bits = excluded.proof_of_work_bits,
      updated_at = now(),
      version = public_endpoint.version + 1`.execute(tx)
}

/** Whether a secret is stored for the webhook of a page. The caller has checked access. */
export async function readHasSecret(tx: Sql, gptSystemId: string): Promise<boolean> {
  const found = await sql`select from public_endpoint where gpt_system_id = ${gptSystemId}
    and escalation_secret is not null`.execute(tx)
  return found.rows.length > 0
}

/** Stores where a page's visitors can send conversations. Without a new secret, a webhook keeps the stored one. */
export async function writeEscalation(
  tx: Sql,
  gptSystemId: string,
  { target, sealedSecret }: { target: EscalationTarget | null; sealedSecret: string | null },
): Promise<void> {
  const secret =
    target?.kind === 'Webhook' ? sql`coalesce(${sealedSecret}::text, escalation_secret)` : sql`null`
  await sql`update public_endpoint set escalation = ${target && JSON.stringify(target)}::jsonb,
      escalation_secret = ${secret}
    where gpt_system_id = ${gptSystemId}`.execute(tx)
}

export async function setEnabled(tx: Sql, gptSystemId: string, enabled: boolean): Promise<void> {
  await sql`update public_endpoint set enabled = ${enabled}, updated_at = now(), version = version + 1
    where gpt_system_id = ${gptSystemId}`.execute(tx)
}

/** Deletes a page and ends the sessions of its visitors. */
export async function removePage(tx: Sql, gptSystemId: string): Promise<void> {
  await sql`delete from public_endpoint where gpt_system_id = ${gptSystemId}`.execute(tx)
  await sql`update public_session set ended_at = now()
    where gpt_system_id = ${gptSystemId} and ended_at is null`.execute(tx)
}

export type SlugState = 'Available' | 'Own' | 'Taken' | 'Reserved'

/** Returns whether an agent's page can have this name. The caller has checked access to the agent. */
export async function readSlugState(db: Sql, slug: string, gptSystemId: string): Promise<SlugState> {
  const found = await sql<{ state: SlugState }>`
    select case when e.gpt_system_id = ${gptSystemId} then 'Own' else 'Taken' end as state
      from public_endpoint e where e.gpt_public_endpoint = ${slug}
    union all select 'Reserved' from reserved_public_endpoint r where r.gpt_public_endpoint = ${slug}
      and r.gpt_system_id <> ${gptSystemId} and r.reserved_until > now()
    limit 1`.execute(db)
  return found.rows[0]?.state ?? 'Available'
}

/** Returns which names that begin like this are used or reserved. */
export async function readSlugsLike(db: Sql, slug: string): Promise<ReadonlySet<string>> {
  const found = await sql<{ slug: string }>`select gpt_public_endpoint as slug from public_endpoint
      where starts_with(gpt_public_endpoint, ${slug})
    union select gpt_public_endpoint from reserved_public_endpoint
      where starts_with(gpt_public_endpoint, ${slug}) and reserved_until > now()`.execute(db)
  return new Set(found.rows.map((row) => row.slug))
}

/** Reserves the former name of a page, so that its links don't lead to someone else's agent. */
export async function reserveSlug(tx: Sql, slug: string, gptSystemId: string): Promise<void> {
  await sql`insert into reserved_public_endpoint (gpt_public_endpoint, gpt_system_id, reserved_until)
    values (${slug}, ${gptSystemId}, now() + make_interval(days => ${limits.reservedSlugDays}))
    on conflict (gpt_public_endpoint) do update set gpt_system_id = excluded.gpt_system_id,
      reserved_until = excluded.reserved_until`.execute(tx)
}

export async function removeReservation(tx: Sql, slug: string): Promise<void> {
  await sql`delete from reserved_public_endpoint where gpt_public_endpoint = ${slug}`.execute(tx)
}

/** An agent whose public page a user can set up. The name is empty and the rest null while it isn't published. */
export interface PublicAgent {
  name: string
  publishedStateId: string | null
  languageEngine: LanguageEngine | null
  deploymentName: string | null
}

/** Returns an agent whose public page the user can set up. */
export async function findPublisher(
  db: Sql,
  actor: Rights,
  gptSystemId: string,
): Promise<PublicAgent | null> {
  const found = await sql<PublicAgent>`
    select coalesce(s.name, '') as name, g.published_state_id as "publishedStateId",
      s.language_engine as "languageEngine", s.deployment_name as "deploymentName"
    from gpt_system g left join gpt_system_configuration_state s on s.id = g.published_state_id
    where g.id = ${gptSystemId} and ${publishableBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** The same, locked until the transaction ends, like for publishing. */
export async function lockPublisher(tx: Sql, actor: Actor, gptSystemId: string) {
  await sql`select from gpt_system g where g.id = ${gptSystemId} and ${publishableBy(actor)} for update of g`.execute(
    tx,
  )
  return findPublisher(tx, actor, gptSystemId)
}

/** Keeps what the libraries of a state allow as it is until the transaction ends. */
export async function lockLibraries(tx: Sql, stateId: string): Promise<void> {
  await sql`select from data_source d where d.data_source_id in (
    select r.data_source_id from gpt_system_rag_data_source r where r.state_id = ${stateId}::uuid)
    order by d.data_source_id for share`.execute(tx)
}

/**
 * Returns the libraries of a state that can't be used on public pages, with the names of those that the user can read.
 */
export async function findPrivateLibraries(
  db: Sql,
  actor: Actor,
  stateId: string,
): Promise<{ count: number; names: string[] }> {
  const found = await sql<{ name: string; seen: boolean }>`select d.name, ${linkReadBy(actor)} as seen
    from gpt_system_rag_data_source r join data_source d on d.data_source_id = r.data_source_id
    where r.state_id = ${stateId}::uuid and not d.may_be_public order by lower(d.name)`.execute(db)
  return { count: found.rows.length, names: found.rows.filter((row) => row.seen).map((row) => row.name) }
}

/** Whether an agent's own policy can name a page: there is none yet, or it is active and for the agent's brand. */
export async function isOwnPolicyActive(db: Sql, gptSystemId: string): Promise<boolean> {
  const found = await sql<{ active: boolean }>`select
      coalesce(${policyHolds} and (p.brand_key is null or p.brand_key = g.brand_key), false) as active
    from chat_access_policy p join gpt_system g on g.id = p.made_for_gpt_system_id
    where p.made_for_gpt_system_id = ${gptSystemId}`.execute(db)
  return found.rows[0]?.active ?? true
}

/** Whether an agent answers on its page. The caller has checked access to the agent. */
export async function readIsOpen(db: Sql, gptSystemId: string, page: string): Promise<boolean> {
  const found = await sql`select from gpt_system g where g.id = ${gptSystemId} and ${onPage(page)}`.execute(
    db,
  )
  return found.rows.length > 0
}

/** A public page that answers, as anyone can see it. */
export interface OpenPage extends PageRow {
  gptSystemId: string
  /** The brand of the page, or else of the agent. */
  shownBrandKey: string | null
}

/** Returns a public page that answers, for anyone. */
export async function readOpenPage(db: Sql, gptPublicEndpoint: string): Promise<OpenPage | null> {
  const found = await sql<OpenPage>`select ${columns}, e.gpt_system_id as "gptSystemId",
      coalesce(e.brand_key, g.brand_key) as "shownBrandKey"
    from public_endpoint e join gpt_system g on g.id = e.gpt_system_id
    where e.gpt_public_endpoint = ${gptPublicEndpoint} and ${onPage(gptPublicEndpoint)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns which of these agents have a public page that is turned on, and are still published. */
export async function readTurnedOn(db: Sql, gptSystemIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{
    id: string
  }>`select g.id from public_endpoint e join gpt_system g on g.id = e.gpt_system_id
    where e.enabled and g.deleted_at is null and g.published_state_id is not null
      and g.id = any(${[...gptSystemIds]}::uuid[])`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}
