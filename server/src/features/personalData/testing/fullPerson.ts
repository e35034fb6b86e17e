import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createRole, usersPath } from '../../../testing/access.ts'
import { personalAvatar, publishAgent, uploadAvatar } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../../testing/client.ts'
import { newCodeFile } from '../../../testing/codeFiles.ts'
import { newDocument } from '../../../testing/documents.ts'
import { newGeneratedImage } from '../../../testing/generatedImages.ts'
import { applyGuidelines, deleteGuidelines } from '../../../testing/guidelines.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { goodPassword, setPassword } from '../../../testing/passwordLinks.ts'
import { signInOverHttp } from '../../../testing/signIn.ts'
import { allowSnapshots } from '../../../testing/snapshots.ts'
import { uploadVisionImage } from '../../../testing/visionImages.ts'
import { ask, attach, base } from '../../conversations/testing/asking.ts'

export interface FullPerson {
  userId: string
  objectId: string
  userName: string
  token: string
  /** The question that the person asked first. */
  question: string
  gptSystemId: string
}

const HOUR = 3_600_000
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'gpt-4o', capabilityTypes: ['Vision'] }

/**
 * Creates someone with something in every table that can hold something of a person, with the marker in every text and
 * name. What only chance or another system brings about is inserted as the program would.
 */
export async function createFullPerson(app: TestApplication, marker: string): Promise<FullPerson> {
  const admin = await app.token('admin')
  const as = async <T = Record<string, unknown>>(token: string, path: string, options: CallOptions = {}) => {
    const answer = await call<T>(app, `/api/internal/${path}`, { token, ...options })
    if (answer.status >= 300)
      throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await allowSnapshots(app)
  await changeSettings(app, { peopleSearch: 'All' })
  const role = await createRole(app, ['DataSourcesWrite', 'DataSourcesCreate', 'UserConversationsRead'])
  const userName = `${marker}-user`
  const created = await call<{ userId: string; objectId: string; passwordLink: string }>(app, usersPath, {
    token: admin,
    body: { name: `Name ${marker}`, userName, email: `${marker}@parlance.example` },
  })
  const { userId, objectId, passwordLink } = created.body
  await as(admin, `users/${userId}/userRoles/${role.userRoleId}`, { body: {} })
  await setPassword(passwordLink, goodPassword)
  const { token } = await signInOverHttp(app, userName, goodPassword)
  const own = <T = Record<string, unknown>>(path: string, options: CallOptions = {}) =>
    as<T>(token, path, options)

  // A personal agent with a picture, a share, and a published version and a draft.
  const { configuration } = await own<{ configuration: { gptSystemId: string; configStateId: string } }>(
    'configStates',
    { body: { gptSystemType: 'User' } },
  )
  const { gptSystemId, configStateId } = configuration
  await own(`configStates/${configStateId}`, {
    method: 'PUT',
    body: {
      gptSystemName: `The ${marker} helper`,
      description: marker,
      systemPrompt: `You know ${marker}.`,
      introduction: marker,
      starterQuestions: [`What is ${marker}?`],
      ...scripted,
    },
    headers: ifMatch(),
  })
  await uploadAvatar(app, personalAvatar(configStateId), token)
  await own(`gptSystems/user/management/fromConfigState/${configStateId}`, { method: 'POST', body: {} })
  await own('configStates', { body: { gptSystemType: 'User', gptSystemId } })
  const sharing = `gptSystems/user/management/${gptSystemId}/shares`
  const { version } = await own<{ version: number }>(sharing)
  const me = await as<{ userId: string }>(admin, 'currentUser')
  await own(sharing, {
    method: 'PUT',
    body: { items: [{ userId: me.userId, right: 'Use' }] },
    headers: ifMatch(version),
  })

  // Conversations with files, images, a rating, a shared copy, and a temporary and a deleted one.
  const sees = await publishAgent(app, 'Sees', scripted)
  const guidelines = await applyGuidelines(app, [sees], { requireConsent: true })
  const { guidelinesDocumentId, version: publishedVersion, contentHash } = guidelines
  await own('currentUser/guidelinesConsents', {
    body: { guidelinesDocumentId, version: publishedVersion, contentHash },
  })
  const attachmentIds = [await attach(app, token, `${marker}.txt`, `A ${marker} is a hard fruit.`)]
  await attach(app, token, `${marker} unsent.txt`, `Another ${marker}.`)
  const image = await uploadVisionImage(app, token, base)
  await uploadVisionImage(app, token, base)
  const question = `What is a ${marker}?`
  const asked = await ask(app, token, { gptSystemId: sees }, question, {
    attachmentIds,
    visionImageIds: [image.body.visionImageId],
  })
  await newCodeFile(app, asked.conversationId, asked.conversationSegmentId, `Code about ${marker}`)
  await newGeneratedImage(app, asked.conversationId, asked.conversationSegmentId, {
    alt: `A ${marker} drawn`,
  })
  await newDocument(app, asked.conversationId, {
    title: `Document on ${marker}`,
    content: `A ${marker}, at length`,
    segmentId: asked.conversationSegmentId,
  })
  await ask(app, token, { conversationId: asked.conversationId }, `And another ${marker}?`)
  await ask(app, token, { gptSystemId }, `A ${marker} of my own`)
  await ask(app, token, { gptSystemId: sees }, `In passing, ${marker}`, { temporary: true })
  const conversation = `userConversations/${asked.conversationId}`
  await own(`${conversation}/segments/${asked.conversationSegmentId}/feedback`, {
    body: { rating: 'Bad', text: `Not a ${marker}` },
  })
  await own(`${conversation}/snapshots`, { body: {} })
  await deleteGuidelines(app, guidelinesDocumentId)

  await own('currentUser/prompts', { body: { title: marker, text: `Explain ${marker}` } })
  await own(`currentUser/gptSystems/pinned/${sees}`, { body: {} })
  await own('currentUser/notificationPreferences', {
    method: 'PUT',
    body: { items: [{ kind: 'AgentShared', listed: true, emailed: true }], language: 'en' },
  })
  const announced = await as<{ announcementId: string; edition: number }>(admin, 'announcements', {
    body: {
      text: { en: 'The canteen is closed today.' },
      importance: 'Info',
      from: new Date(Date.now() - HOUR).toISOString(),
      to: new Date(Date.now() + HOUR).toISOString(),
    },
  })
  await own(`currentUser/announcements/${announced.announcementId}/read`, {
    body: { edition: announced.edition },
  })
  const library = await own<{ dataSourceId: string }>('fileLibraries', {
    body: { name: `Library ${randomUUID()}` },
  })
  const form = new FormData()
  form.set('file', new File(['Lighthouses are tall.'], 'lighthouses.txt'))
  await own(`dataSources/${library.dataSourceId}/files`, { body: form })

  // Someone reads the conversations, and has the data exported.
  const reason = `Complaint about ${marker}`
  const read = await as<{ conversationReadId: string }>(admin, `users/${userId}/conversationReads`, {
    body: { reason },
  })
  await as(admin, `conversationReads/${read.conversationReadId}/conversations/${asked.conversationId}/open`, {
    body: {},
  })
  await own('currentUser/dataExports', {
    body: { language: 'en' },
    headers: { 'idempotency-key': `export-${userId}` },
  })
  await as(admin, `users/${userId}/passwordLink`, { body: {} })
  await insertTheRest(app, {
    marker,
    userId,
    objectId,
    gptSystemId: sees,
    asked,
    library: library.dataSourceId,
  })
  return { userId, objectId, userName, token, question, gptSystemId }
}

interface Given {
  marker: string
  userId: string
  objectId: string
  gptSystemId: string
  library: string
  asked: { conversationId: string; conversationSegmentId: string }
}

/** What needs another system, a rare moment, or hours. */
async function insertTheRest(app: TestApplication, given: Given): Promise<void> {
  const { marker, userId, objectId, gptSystemId, library, asked } = given
  const { db } = app.platform.database
  const statements = [
    sql`update app_user set group_ids = array['11111111-1111-4111-8111-111111111111'], groups_read_at = now()
      where id = ${userId}`,
    sql`insert into directory_group (object_id, display_name, description)
      values ('11111111-1111-4111-8111-111111111111', 'Readers', '') on conflict do nothing`,
    sql`insert into directory_membership (group_id, user_id) values ('11111111-1111-4111-8111-111111111111', ${objectId})`,
    sql`insert into conversation_import (import_id, owner_user_id, gpt_system_id, file_name, size, phase, finished_at, report)
      values (gen_random_uuid(), ${userId}, ${gptSystemId}, ${`${marker}.json`}, 10, 'Done', now(),
        ${JSON.stringify([{ item: marker, problem: 'Empty' }])}::jsonb)`,
    sql`insert into library_archive (archive_id, data_source_id, uploaded_by, name, size, total, finished_at)
      values (gen_random_uuid(), ${library}, ${userId}, ${`${marker}.zip`}, 10, 0, now())`,
    sql`insert into agent_setup (setup_id, owner_user_id, source, name, language, data_source_id, gpt_system_id, state_id,
        gpt_public_endpoint, files_chosen, phase, finished_at)
      select gen_random_uuid(), ${userId}, 'Files', ${marker}, 'en', ${library}, ${gptSystemId}, s.id, 'a-page', 0, 'Done', now()
      from gpt_system_configuration_state s where s.gpt_system_id = ${gptSystemId} limit 1`,
    sql`insert into guidelines_reminder (document_id, user_id, gpt_system_id, reminded_at, is_sent)
      select document_id, ${userId}, ${gptSystemId}, now(), true from guidelines_consent where user_id = ${userId} limit 1`,
    sql`insert into usage_counter (scope, per, period_start, subject, messages, tokens, reserved_messages, reserved_tokens, cost, reserved_cost)
      values ('instance', 'Day', current_date, ${userId}, 3, 100, 0, 0, 5, 0) on conflict do nothing`,
    sql`insert into asker_month (month, gpt_system_id, channel, asker_id, days)
      select date_trunc('month', now())::date, ${gptSystemId}, 'Chat', asker_id, 1 from app_user where id = ${userId}`,
    sql`insert into tool_approval (segment_id, tool_call_id, tool, recipient, state, decided_at)
      values (${asked.conversationSegmentId}, 'call-1', 'web_search', ${marker}, 'Approved', now()) on conflict do nothing`,
    sql`insert into segment_summary (segment_id, summary) values (${asked.conversationSegmentId}, ${`About ${marker}`})
      on conflict do nothing`,
    sql`insert into segment_research (segment_id, plan, progress, continues)
      select ${asked.conversationSegmentId}, jsonb_build_object('lines', jsonb_build_array(jsonb_build_object(
          'title', ${`Growth of a ${marker}`}::text, 'queries', jsonb_build_array(${marker}::text)))),
        jsonb_build_object('lines', jsonb_build_array(jsonb_build_object('notes', ${`A ${marker} grows slowly.`}::text))),
        ${asked.conversationSegmentId}`,
    sql`with g as (insert into unanswered_group (id, gpt_system_id) values (gen_random_uuid(), ${gptSystemId}) returning id)
      insert into unanswered_question (segment_id, group_id, asked_at, asker_id, shown, terms)
      select ${asked.conversationSegmentId}, g.id, now(), u.asker_id, ${`A ${marker}?`}, array[${marker}]::text[]
      from g, app_user u where u.id = ${userId} on conflict do nothing`,
    sql`insert into memory_user (user_id) values (${userId})`,
    sql`insert into custom_instructions (user_id, about, style) values (${userId}, ${`Works on ${marker}`}, 'Brief')`,
    sql`insert into memory (id, user_id, text, text_hash, source_segment_id)
      values (gen_random_uuid(), ${userId}, ${`Likes ${marker}`}, sha256(${marker}::bytea), ${asked.conversationSegmentId})`,
    sql`insert into supervised_question (segment_id, position, conversation_id, asked_at, ended_at, asker_id, is_visitor,
        gpt_system_id, agent_name, agent_version, agent_version_id, channel, language_engine, status, is_unanswered, cited_files)
      select ${asked.conversationSegmentId}, null, ${asked.conversationId}, now(), now(), u.asker_id, false, ${gptSystemId},
        'Sees', 1, gen_random_uuid(), 'Web', 'OpenAICompatible', 'Completed', false, 0 from app_user u where u.id = ${userId}`,
    sql`insert into legal_hold (id, user_id, reason, set_by, released_by, released_at)
      values (gen_random_uuid(), ${userId}, 'Case 4711 at court', ${userId}, ${userId}, now())`,
    sql`insert into agent_share (id, gpt_system_id, user_id, share_right)
      values (gen_random_uuid(), ${gptSystemId}, ${userId}, 'Use')`,
    sql`insert into role_entity_configuration (id, user_id, action, gpt_system_id)
      values (gen_random_uuid(), ${userId}, 'GptSystemsReadSpecific', ${gptSystemId})`,
    sql`insert into public_session (id, gpt_system_id, secret_hash, tested_by, expires_at)
      values (gen_random_uuid(), ${gptSystemId}, sha256(${userId}::bytea), ${userId}, now() + interval '1 day')`,
    sql`with s as (select id from public_session where tested_by = ${userId}), c as (
        insert into conversation (id, owner_session_id, gpt_system_id, title)
        select gen_random_uuid(), s.id, ${gptSystemId}, ${marker} from s returning id, owner_session_id)
      insert into conversation_segment (id, conversation_id, owner_session_id, state_id, question, answer, status,
        idempotency_key, body_hash, finished_at)
      select gen_random_uuid(), c.id, c.owner_session_id, t.state_id, ${`Testing ${marker}`}, ${marker}, 'Completed',
        'test', '', now() from c, conversation_segment t where t.id = ${asked.conversationSegmentId}`,
    sql`insert into escalation (escalation_id, conversation_id, leaf_segment_id, gpt_system_id, reply_to, attempts)
      values (gen_random_uuid(), ${asked.conversationId}, ${asked.conversationSegmentId}, ${gptSystemId},
        ${`${marker}@parlance.example`}, 1)`,
    sql`insert into file_note (file_id, file_version, conversation_id, task, first_passage, last_passage, notes)
      select f.file_id, f.file_version, ${asked.conversationId}, 'summary', 0, 1, ${`Notes on ${marker}`}
      from attachment a join file f on f.data_source_id = a.data_source_id where a.owner_user_id = ${userId} limit 1`,
  ]
  for (const statement of statements) await statement.execute(db)
}
