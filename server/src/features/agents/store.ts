import type {
  Configuration,
  GptSystemCard,
  RagDataSource,
  UpdateState,
} from '@parlance/contract/agentConfiguration'
import type { ChatLook as ChatLookShape } from '@parlance/contract/agents'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Limit, LimitedPolicy } from '../usage/index.ts'
import {
  configurationReadBy,
  editableBy,
  limitedFor,
  linkGives,
  ownedBy,
  testableBy,
  usableBy,
  writableBy,
} from './policy.ts'

export type ConfigurationRow = z.output<typeof Configuration>
export type ChatLook = z.output<typeof ChatLookShape>
export type Card = z.output<typeof GptSystemCard>
export type Link = z.output<typeof RagDataSource>

const columnsWithLinks = (
  links: RawBuilder<boolean>,
) => sql`s.id as "configStateId", s.id as "gptSystemConfigurationStateId",
  s.gpt_system_id as "gptSystemId", g.gpt_system_type as "gptSystemType", s.number, s.status,
  s.name as "gptSystemName", s.description, s.avatar_file_name as "avatarFileName", s.system_prompt as "systemPrompt", s.introduction, s.top_p as "topP",
  s.frequency_penalty as "frequencyPenalty", s.temperature, s.max_tokens as "maxTokens",
  s.whole_document_limit as "wholeDocumentLimit",
  s.reasoning_effort as "reasoningEffort",
  s.deployment_name as "deploymentName", s.language_engine as "languageEngine",
  s.selectable_deployments as "selectableDeployments", s.helper_deployment_name as "helperDeploymentName",
  s.capability_types as "capabilityTypes", s.web_search as "webSearch",
  s.restrict_answer as "restrictAnswerToInformationReturnedByTools", s.allows_research as "allowsResearch",
  s.uses_custom_instructions as "usesCustomInstructions", s.starter_questions as "starterQuestions",
  to_jsonb(s.created_at) as "createdAt", to_jsonb(s.updated_at) as "updatedAt", s.version,
  coalesce((select jsonb_agg(jsonb_build_object('gptSystemRagDataSourceId', r.id, 'dataSourceId', r.data_source_id,
    'topK', r.top_k, 'useGraph', r.use_graph, 'readMode', r.read_mode,
    'folders', r.folders) order by r.created_at, r.id)
    from gpt_system_rag_data_source r where r.state_id = s.id and ${links}), '[]'::jsonb) as "dataSources"`

const configurationColumns = columnsWithLinks(sql<boolean>`true`)

/** The owner of a personal agent, if it is someone else. */
export const makerFor = ({ userId }: Pick<Actor, 'userId'>) => sql`(select maker.name from app_user maker
  where maker.id = g.owner_user_id and maker.id <> ${userId}::uuid) as "madeBy"`

/**
 * SQL that is true if the personal agent of the rows `g` and `s` can contain instructions of someone else than a person,
 * who may own it: someone else made this version, or can edit the agent.
 */
export const isWrittenByOthers = (userId: RawBuilder<unknown>) => sql<boolean>`(g.gpt_system_type = 'User'
  and (g.owner_user_id is distinct from ${userId} or s.created_by is distinct from ${userId}
    or exists (select from agent_share e where e.gpt_system_id = g.id and e.share_right = 'Edit')))`

export const cardColumns = (actor: Pick<Actor, 'userId'>) => sql`g.id as "gptSystemId",
  s.name, s.description,
  g.gpt_system_type as "gptSystemType", s.avatar_file_name as "avatarFileName", g.brand_key as "brandKey",
  ${makerFor(actor)}, ${editableBy(actor)} as "mayEdit"`

function instant(row: ConfigurationRow): ConfigurationRow {
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

/** A page of agents by name, starting after the card `after`. */
export interface CardPage {
  search: string
  after: { name: string; id: string } | null
  limit: number
}

/** Returns the agents that the user can chat with and that match `condition`, by name. */
export async function listCards(
  db: Sql,
  actor: Parameters<typeof usableBy>[0],
  { search, after, limit }: CardPage,
  condition: RawBuilder<boolean>,
): Promise<Card[]> {
  const found = await sql<Card>`select ${cardColumns(actor)}
    from gpt_system g join gpt_system_configuration_state s on s.id = g.published_state_id
    where ${usableBy(actor)} and ${condition}
      and (${search} = '' or position(lower(${search}) in lower(s.name)) > 0)
      and (${after?.id ?? null}::uuid is null or (lower(s.name), g.id) > (lower(${after?.name ?? ''}), ${after?.id ?? null}::uuid))
    order by lower(s.name), g.id limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the agents that the user can chat with, by name. */
export const listUsable = (
  db: Sql,
  actor: Parameters<typeof usableBy>[0],
  { systemOnly = false, ...page }: CardPage & { systemOnly?: boolean },
): Promise<Card[]> =>
  listCards(db, actor, page, systemOnly ? sql<boolean>`g.gpt_system_type = 'System'` : sql<boolean>`true`)

/** SQL: the state that represents the agent in the row `g`, which is the published one or else the newest. */
export const shownState = sql`(select * from gpt_system_configuration_state s where s.gpt_system_id = g.id
  order by s.id = g.published_state_id desc nulls last, s.number desc limit 1)`

/** SQL for the name of the agent `g`: the published one, or else the newest. */
export const nameOfAgent = sql<string>`coalesce((select shown.name from ${shownState} shown), '')`

/**
 * Returns which of these libraries the user reaches through agents that they can chat with, and through which folders.
 * A library without folders is reached as a whole.
 */
export async function readReached(
  db: Sql,
  person: Parameters<typeof usableBy>[0],
  dataSourceIds: readonly string[],
): Promise<{ dataSourceId: string; folders: string[] }[]> {
  const found = await sql<{ dataSourceId: string; folders: string[] }>`
    select r.data_source_id as "dataSourceId", case when bool_or(cardinality(r.folders) = 0) then '{}'::text[]
      else array(select distinct one.folder from gpt_system_rag_data_source l cross join unnest(l.folders) one (folder)
        where l.id = any(array_agg(r.id))) end as folders
    from gpt_system g join gpt_system_rag_data_source r on r.state_id = g.published_state_id
    where r.data_source_id = any(${[...dataSourceIds]}::uuid[]) and ${usableBy(person)} and ${linkGives(person)}
    group by r.data_source_id`.execute(db)
  return found.rows
}

export async function countUsable(db: Sql, person: Parameters<typeof usableBy>[0]): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from gpt_system g
    where ${usableBy(person)}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** The facts that decide access to an agent, for access explanations. */
export interface AgentFacts {
  name: string
  gptSystemType: 'User' | 'System'
  ownerUserId: string | null
  published: boolean
  /** As decided by the access query. */
  usable: boolean
}

export async function readFacts(
  db: Sql,
  gptSystemId: string,
  person: Parameters<typeof usableBy>[0],
): Promise<AgentFacts | null> {
  const found = await sql<AgentFacts>`select coalesce(s.name, '') as name,
      g.gpt_system_type as "gptSystemType", g.owner_user_id as "ownerUserId",
      g.published_state_id is not null as published, ${usableBy(person)} as usable
    from gpt_system g left join lateral ${shownState} s on true
    where g.id = ${gptSystemId} and g.deleted_at is null`.execute(db)
  return found.rows[0] ?? null
}

export interface UsableAgent extends Card {
  configuration: ConfigurationRow
  /** The policies that give the user access, with their limits. Null if no policy is needed. */
  policies: LimitedPolicy[] | null
  /** The agent's own limits, which apply to everyone. */
  limits: Limit[]
  /** The chat appearance. */
  ux: ChatLook
  isWrittenByOthers: boolean
}

/** A configuration under test, of an agent of this type. */
export interface TestedState {
  stateId: string
  gptSystemType: 'User' | 'System'
}

/** A user's agent as one JSON value, for statements that read it together with something else. */
export interface EmbeddedAgent {
  /** SQL for the agent whose ID is given as SQL, or null. */
  column(gptSystemId: RawBuilder<unknown>): RawBuilder<unknown>
  /** Returns the agent from the value of that column. */
  read(value: unknown): UsableAgent | null
}

/** An agent with its published configuration, if the user can chat with it. */
export const usableAgent = (actor: Actor): EmbeddedAgent => ({
  column: (gptSystemId) =>
    agentWith(actor, sql`s.id = g.published_state_id`, sql`g.id = ${gptSystemId} and ${usableBy(actor)}`),
  read: agentOf,
})

/**
 * An agent with one of its current configurations, whichever agent is asked for, if the user can test it. Chat
 * limits also apply to tests.
 */
export const testedAgent = (actor: Actor, { stateId, gptSystemType }: TestedState): EmbeddedAgent => ({
  column: () =>
    agentWith(
      actor,
      sql`s.gpt_system_id = g.id`,
      sql`s.id = ${stateId}::uuid and ${testableBy(actor, gptSystemType)}`,
    ),
  read: agentOf,
})

/** A system agent with one of its configurations, if the user can see it. */
export const configuredAgent = (actor: Actor, stateId: string): EmbeddedAgent => ({
  column: () =>
    agentWith(
      actor,
      sql`s.gpt_system_id = g.id`,
      sql`s.id = ${stateId}::uuid and ${configurationReadBy(actor)}`,
    ),
  read: agentOf,
})

/** Returns an agent with its published configuration, if the user can chat with it. */
export const findUsable = (db: Sql, actor: Actor, gptSystemId: string): Promise<UsableAgent | null> =>
  findEmbedded(db, usableAgent(actor), sql`${gptSystemId}::uuid`)

/** Returns an agent with one of its current configurations, if the user can test it. */
export const findTested = (db: Sql, actor: Actor, tested: TestedState): Promise<UsableAgent | null> =>
  findEmbedded(db, testedAgent(actor, tested), sql`null`)

async function findEmbedded(
  db: Sql,
  agent: EmbeddedAgent,
  gptSystemId: RawBuilder<unknown>,
): Promise<UsableAgent | null> {
  const found = await sql<{ agent: unknown }>`select ${agent.column(gptSystemId)} as agent`.execute(db)
  return agent.read(found.rows[0]?.agent)
}

const agentWith = (actor: Actor, state: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`(select to_jsonb(found) from (
    select ${columnsWithLinks(linkGives(actor))}, g.brand_key as "brandKey", ${limitedFor(actor)} as policies,
      g.limits, g.ux, ${makerFor(actor)}, ${editableBy(actor)} as "mayEdit",
      ${isWrittenByOthers(sql`${actor.userId}::uuid`)} as "isWrittenByOthers"
    from gpt_system g join gpt_system_configuration_state s on ${state} where ${where}) found)`

function agentOf(value: unknown): UsableAgent | null {
  if (!value) return null
  const { brandKey, policies, limits, ux, madeBy, mayEdit, isWrittenByOthers, ...row } =
    value as ConfigurationRow &
      Pick<
        UsableAgent,
        'brandKey' | 'policies' | 'limits' | 'ux' | 'madeBy' | 'mayEdit' | 'isWrittenByOthers'
      >
  const configuration = instant(row)
  return {
    gptSystemId: configuration.gptSystemId,
    name: configuration.gptSystemName,
    description: configuration.description,
    gptSystemType: configuration.gptSystemType,
    avatarFileName: configuration.avatarFileName,
    brandKey,
    madeBy,
    mayEdit,
    policies,
    limits,
    ux,
    isWrittenByOthers,
    configuration,
  }
}

/** Returns whether the brand exists, and prevents its deletion until the transaction ends. */
export async function isBrand(tx: Sql, brandKey: string): Promise<boolean> {
  const found = await sql`select from brand where brand_key = ${brandKey} for key share`.execute(tx)
  return found.rows.length > 0
}

/** Returns the brand of an agent's chat, or null if there is no brand or no agent. */
export async function brandOf(db: Sql, gptSystemId: string): Promise<string | null> {
  const found = await sql<{ brandKey: string | null }>`select brand_key as "brandKey" from gpt_system
    where id = ${gptSystemId} and deleted_at is null`.execute(db)
  return found.rows[0]?.brandKey ?? null
}

/** Returns the configuration of a state whose agent matches `where`. */
export async function readConfiguration(
  db: Sql,
  where: RawBuilder<boolean>,
  lock = sql``,
): Promise<ConfigurationRow | null> {
  const found = await sql<ConfigurationRow>`select ${configurationColumns}
    from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
    where ${where} ${lock}`.execute(db)
  return found.rows[0] ? instant(found.rows[0]) : null
}

/**
 * The same, locked against other writers. Locks the agent first and then the state, as everywhere, so the
 * second statement sees what was stored while the first waited.
 */
export async function lockState(tx: Sql, where: RawBuilder<boolean>): Promise<ConfigurationRow | null> {
  await sql`select from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
    where ${where} for update of g`.execute(tx)
  return readConfiguration(tx, where, sql`for update of s`)
}

export function findWritableState(tx: Sql, actor: Actor, stateId: string): Promise<ConfigurationRow | null> {
  return lockState(tx, sql<boolean>`s.id = ${stateId} and ${writableBy(actor)}`)
}

/** Returns a configuration of an agent that the user owns or can edit. */
export function findEditableState(tx: Sql, actor: Actor, stateId: string): Promise<ConfigurationRow | null> {
  return lockState(tx, sql<boolean>`s.id = ${stateId} and ${editableBy(actor)}`)
}

/** Returns a configuration of the user's own agent. */
export function findOwnState(tx: Sql, actor: Actor, stateId: string): Promise<ConfigurationRow | null> {
  return lockState(tx, sql<boolean>`s.id = ${stateId} and ${ownedBy(actor)}`)
}

/** Returns the user's own agent that was begun but never named. */
export function findUnnamed(tx: Sql, actor: Actor): Promise<ConfigurationRow | null> {
  return lockState(
    tx,
    sql<boolean>`s.status = 'Draft' and s.name = '' and g.published_state_id is null and ${ownedBy(actor)}`,
  )
}

/** Returns how many agents a user has, and prevents creating more until the transaction ends. */
export async function countOwn(tx: Sql, actor: Pick<Actor, 'userId'>): Promise<number> {
  await sql`select from app_user where id = ${actor.userId} for update`.execute(tx)
  const found = await sql<{
    count: number
  }>`select count(*) as count from gpt_system g where ${ownedBy(actor)}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export function findWritableDraft(
  tx: Sql,
  actor: Actor,
  gptSystemId: string,
): Promise<ConfigurationRow | null> {
  return lockState(tx, sql<boolean>`g.id = ${gptSystemId} and s.status = 'Draft' and ${writableBy(actor)}`)
}

/** Returns a draft whose agent the condition allows to change, locked until the transaction ends. */
export function lockWritableDraft(
  tx: Sql,
  writable: RawBuilder<boolean>,
  stateId: string,
): Promise<ConfigurationRow | null> {
  return lockState(tx, sql<boolean>`s.id = ${stateId} and s.status = 'Draft' and ${writable}`)
}

/** Returns whether the user can change an agent, locked until the transaction ends. */
export async function findWritable(tx: Sql, actor: Actor, gptSystemId: string): Promise<boolean> {
  const found = await sql`select from gpt_system g where g.id = ${gptSystemId} and ${writableBy(actor)}
    for update of g`.execute(tx)
  return found.rows.length > 0
}

export interface NewAgent {
  /** The owner, or undefined for a system agent. */
  ownerUserId?: string | null
  name: string
  description: string
  languageEngine: string
  deploymentName?: string | null
  brandKey?: string | null
}

/** Creates an agent with its first draft, using the configuration defaults. `actorId` is null for the seed. */
export async function insertAgent(
  tx: Sql,
  actorId: string | null,
  agent: NewAgent,
): Promise<ConfigurationRow> {
  const gptSystemId = uuid()
  const stateId = uuid()
  const owner = agent.ownerUserId ?? null
  await sql`insert into gpt_system (id, gpt_system_type, owner_user_id, brand_key, created_by)
    values (${gptSystemId}, ${owner === null ? 'System' : 'User'}, ${owner}, ${agent.brandKey ?? null}, ${actorId})`.execute(
    tx,
  )
  await sql`insert into gpt_system_configuration_state (id, gpt_system_id, number, status, name, description,
      system_prompt, introduction, top_p, frequency_penalty, temperature, max_tokens, language_engine,
      deployment_name, capability_types, restrict_answer, starter_questions, created_by)
    values (${stateId}, ${gptSystemId}, 1, 'Draft', ${agent.name}, ${agent.description}, '', '', 1, 0, 0.7, 4096,
      ${agent.languageEngine}, ${agent.deploymentName ?? null}, '{FileSearch}', false, '{}', ${actorId})`.execute(
    tx,
  )
  const created = await lockState(tx, sql<boolean>`s.id = ${stateId}`)
  if (!created) throw new Error('The created version is missing.')
  return created
}

const columnOf: Record<keyof z.output<typeof UpdateState>, string> = {
  gptSystemName: 'name',
  description: 'description',
  systemPrompt: 'system_prompt',
  introduction: 'introduction',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  temperature: 'temperature',
  maxTokens: 'max_tokens',
  wholeDocumentLimit: 'whole_document_limit',
  reasoningEffort: 'reasoning_effort',
  deploymentName: 'deployment_name',
  languageEngine: 'language_engine',
  selectableDeployments: 'selectable_deployments',
  helperDeploymentName: 'helper_deployment_name',
  capabilityTypes: 'capability_types',
  webSearch: 'web_search',
  restrictAnswerToInformationReturnedByTools: 'restrict_answer',
  allowsResearch: 'allows_research',
  usesCustomInstructions: 'uses_custom_instructions',
  starterQuestions: 'starter_questions',
}

const inJson: ReadonlySet<string> = new Set(['selectableDeployments', 'webSearch'])

export async function updateDraft(
  tx: Sql,
  stateId: string,
  change: z.output<typeof UpdateState>,
): Promise<ConfigurationRow> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const assignments = given.map(
    ([field, value]) =>
      sql`${sql.ref(columnOf[field as keyof typeof columnOf])} = ${inJson.has(field) ? sql`${JSON.stringify(value)}::jsonb` : value}`,
  )
  await sql`update gpt_system_configuration_state
    set ${sql.join([...assignments, sql`updated_at = now()`, sql`version = version + 1`])} where id = ${stateId}`.execute(
    tx,
  )
  const changed = await lockState(tx, sql<boolean>`s.id = ${stateId}`)
  if (!changed) throw new Error('The updated draft is missing.')
  return changed
}

/** Links a library. Waits for a simultaneous deletion of the library, which then isn't linked. */
export async function insertLink(
  tx: Sql,
  stateId: string,
  link: Omit<Link, 'gptSystemRagDataSourceId'>,
  actorId: string | null,
): Promise<Link> {
  const id = uuid()
  const linked =
    await sql`insert into gpt_system_rag_data_source (id, state_id, data_source_id, top_k, use_graph,
      read_mode, folders, linked_by)
    select ${id}::uuid, ${stateId}::uuid, d.data_source_id, ${link.topK}::int, ${link.useGraph}::boolean,
      ${link.readMode}::text, ${link.folders}::text[], ${actorId}::uuid
    from data_source d where d.data_source_id = ${link.dataSourceId}::uuid and d.data_source_type = 'UploadedFiles'
    for key share`.execute(tx)
  if (linked.numAffectedRows === 0n) throw new AppError('dataSource.notFound')
  return { gptSystemRagDataSourceId: id, ...link }
}
