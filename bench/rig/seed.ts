import pg from 'pg'
import { v7 } from 'uuid'
import { openEmbeddedDatabase } from '../../server/src/platform/database/embedded/openEmbedded.ts'
import { createLog } from '../../server/src/platform/log/log.ts'

interface Owner {
  userId: string
  gptSystemId: string
  stateId: string
}

/** Writes years of usage into the data folder of a stopped product. */
export interface Seed {
  conversations(owner: Owner, count: number): Promise<void>
  /** Creates one conversation whose branch has this many answered segments. Returns its title. */
  longConversation(owner: Owner, segments: number): Promise<string>
  owner(userName: string, gptSystemId: string): Promise<Owner>
  close(): Promise<void>
}

const EVERY_MS = 3_600_000

export async function openSeed(dataDir: string): Promise<Seed> {
  const embedded = await openEmbeddedDatabase({ dataDir, choice: 'auto', log: createLog('ERROR') })
  await embedded.started
  const database = new pg.Client(embedded.connection)
  await database.connect()
  return {
    async owner(userName, gptSystemId) {
      const users = await database.query<{ id: string }>('select id from app_user where user_name = $1', [
        userName,
      ])
      const systems = await database.query<{ id: string }>(
        'select published_state_id as id from gpt_system where id = $1',
        [gptSystemId],
      )
      return { userId: users.rows[0]!.id, gptSystemId, stateId: systems.rows[0]!.id }
    },
    async conversations({ userId, gptSystemId }, count) {
      const now = Date.now()
      const times = Array.from({ length: count }, (_, index) => now - (index + 1) * EVERY_MS)
      await database.query(
        `insert into conversation (id, owner_user_id, gpt_system_id, title, created_at, last_activity_at)
         select t.id, $1, $2, t.title, t.at, t.at from unnest($3::uuid[], $4::text[], $5::timestamptz[]) as t (id, title, at)`,
        [
          userId,
          gptSystemId,
          times.map((msecs) => v7({ msecs })),
          times.map((_, index) => `Delay of train ${7000 + index}, connection in Basel`),
          times.map((time) => new Date(time).toISOString()),
        ],
      )
    },
    async longConversation({ userId, gptSystemId, stateId }, segments) {
      const begun = Date.now() - segments * 60_000
      const times = Array.from({ length: segments }, (_, index) => begun + index * 60_000)
      const ids = times.map((msecs) => v7({ msecs }))
      const title = `${segments} segments`
      const conversationId = v7({ msecs: begun })
      await database.query(
        'insert into conversation (id, owner_user_id, gpt_system_id, title) values ($1, $2, $3, $4)',
        [conversationId, userId, gptSystemId, title],
      )
      await database.query(
        `insert into conversation_segment (id, conversation_id, parent_segment_id, owner_user_id, state_id, question,
           answer, status, idempotency_key, body_hash, created_at, started_at, finished_at)
         select t.id, $1, t.parent, $2, $3, t.question, t.answer, 'Completed', t.id::text, '', t.at, t.at, t.at
         from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::timestamptz[])
           as t (id, parent, question, answer, at)`,
        [
          conversationId,
          userId,
          stateId,
          ids,
          ids.map((_, index) => ids[index - 1] ?? null),
          ids.map((_, index) => questionOf(index)),
          ids.map((_, index) => answerOf(index)),
          times.map((time) => new Date(time).toISOString()),
        ],
      )
      await database.query('update conversation set selected_leaf_segment_id = $2 where id = $1', [
        conversationId,
        ids.at(-1),
      ])
      return title
    },
    async close() {
      await database.end()
      await embedded.stop()
    },
  }
}

export const questionOf = (index: number): string =>
  `Question ${index}: what is owed for train ${7000 + index}?`

/**
 * About twenty-five elements, as in a typical answer: headings, paragraphs, a list, and sometimes a table or
 * code.
 */
function answerOf(index: number): string {
  const table = '| Delay | Compensation |\n|---|--:|\n| 60 min | 25 % |\n| 120 min | 50 % |\n'
  const code = '```ts\nconst share = minutes >= 120 ? 0.5 : 0.25\n```\n'
  const extra = ['', table, code][index % 3]
  return `### Train ${7000 + index}\n\nA passenger may ask for **compensation** from \`60\` minutes of delay, whatever its cause.\n\n- Keep the *ticket*.\n- Ask within three months.\n- The amount is paid in money if the passenger wishes.\n\n${extra}\nAnything below four euros is not paid out. See the [terms](https://example.com/terms).`
}
