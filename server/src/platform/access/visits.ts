import { createHash, createHmac, randomBytes } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { deriveKey } from '../keys.ts'
import type { Log } from '../log/log.ts'
import type { Actor, Visit } from './actor.ts'

export const visitHeader = 'x-public-session'

/** The precision of a session's last use, in seconds. */
const NOTED_EVERY = 300

/** Finds the visitors of public pages by their secrets. */
export interface Visits {
  /**
   * Returns the visitor who holds a secret. Throws `publicChat.session` for an unknown, replaced, or ended one.
   */
  read(secret: string | string[] | undefined, network: string): Promise<Actor>
  /** Whether a visitor's session hasn't ended, whatever became of its secret. */
  isOpen(sessionIdentifier: string): Promise<boolean>
  /**
   * Returns the secret that replaces another. It's the same each time, so that a page that was left before the
   * response to its rotation arrived, and two tabs that rotate at once, end up with a secret that is valid.
   */
  secretAfter(secret: string): string
}

/** Returns a new secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** SQL that is true for rows `s` of public_session that haven't ended at this time. */
export const isOpenAt = (now: Date) => sql<boolean>`(s.ended_at is null and s.expires_at > ${now}
  and s.last_seen_at > ${now}::timestamptz - make_interval(days => ${limits.publicSessionIdleDays})
  and (s.tested_by is null or exists (select from app_user u where u.id = s.tested_by and not u.disabled)))`

/** Throws `publicChat.session` if a session was ended or claimed meanwhile, which gets nothing new. */
export async function demandOpenSession(tx: Sql, sessionIdentifier: string): Promise<void> {
  const open = await sql`select from public_session where id = ${sessionIdentifier} and ended_at is null
    for share`.execute(tx)
  if (open.rows.length === 0) throw new AppError('publicChat.session')
}

interface VisitRow extends Omit<Visit, 'network' | 'isOn'> {
  sessionIdentifier: string
  enabled: boolean
  unnoted: boolean
}

export function createVisits({
  config,
  database,
  clock,
  log,
}: {
  config: Pick<Config, 'secretKey'>
  database: Database
  clock: Clock
  log: Log
}): Visits {
  const { db } = database
  const networkKey = deriveKey(config.secretKey, 'visitor-network')
  const secretKey = deriveKey(config.secretKey, 'visitor-secret')

  async function noteUse(sessionIdentifier: string, now: Date): Promise<void> {
    await sql`update public_session set last_seen_at = ${now} where id = ${sessionIdentifier}
      and last_seen_at < ${now}`.execute(db)
  }

  return {
    async read(secret, network) {
      if (typeof secret !== 'string' || !/^[\w-]{43}$/.test(secret)) throw new AppError('publicChat.session')
      const now = clock.now()
      const hash = hashOf(secret)
      const found = await sql<VisitRow>`
        select s.id as "sessionIdentifier", s.gpt_system_id as "gptSystemId", s.tested_by as "testedBy",
          coalesce(e.gpt_public_endpoint, '') as "gptPublicEndpoint", coalesce(e.enabled, false) as enabled,
          s.last_seen_at < ${now}::timestamptz - ${NOTED_EVERY} * interval '1 second' as unnoted
        from public_session s left join public_endpoint e on e.gpt_system_id = s.gpt_system_id
        where (s.secret_hash = ${hash} or (s.previous_hash = ${hash} and s.previous_until > ${now}))
          and ${isOpenAt(now)}`.execute(db)
      const row = found.rows[0]
      if (!row) throw new AppError('publicChat.session')
      const { sessionIdentifier, enabled: isOn, gptSystemId, gptPublicEndpoint, testedBy } = row
      // No one waits for the record, and the request is answered without it.
      if (row.unnoted)
        void database
          .primary(() => noteUse(sessionIdentifier, now))
          .catch((cause: unknown) => log.warn('publicSession.useNotNoted', {}, cause))
      const hashed = createHmac('sha256', networkKey).update(network).digest('base64url').slice(0, 22)
      return visitor(sessionIdentifier, { gptSystemId, gptPublicEndpoint, isOn, testedBy, network: hashed })
    },
    async isOpen(sessionIdentifier) {
      const found = await sql`select from public_session s where s.id = ${sessionIdentifier}::uuid
        and ${isOpenAt(clock.now())}`.execute(db)
      return found.rows.length > 0
    },
    secretAfter: (secret) => createHmac('sha256', secretKey).update(secret).digest('base64url'),
  }
}

/**
 * A visitor as the actor of a call. The session takes the place of a user, whose ID no user has, so everything that
 * asks for a user finds nothing. A visitor has no permissions.
 */
export const visitor = (sessionIdentifier: string, visit: Visit): Actor => ({
  userId: sessionIdentifier,
  sessionId: sessionIdentifier,
  tenantId: '',
  objectId: '',
  name: '',
  userName: '',
  actions: new Set(),
  specific: [],
  visit,
})
