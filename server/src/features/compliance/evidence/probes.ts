import { setTimeout as wait } from 'node:timers/promises'
import type { EvidenceItem } from '@parlance/contract/compliance'
import type { z } from 'zod'
import { readLastBackup } from '../../../platform/backup/lastBackup.ts'
import { unnamedBlobs } from '../../../platform/blobs/sweepBlobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createRedactor } from '../../../platform/redaction/redactor.ts'
import type { Instance } from '../../instanceSettings/index.ts'
import { readUnapprovedDeployments, readUnapprovedTools } from '../store.ts'
import * as store from './store.ts'

export type Item = z.output<typeof EvidenceItem>

interface Probed {
  platform: Platform
  instance: Instance
}

interface Probe {
  item: Item['item']
  /** How it's checked, in English. */
  shownBy: string
  probe(probed: Probed): Promise<Pick<Item, 'state' | 'values'>>
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A backup that is older is no use after a failure. */
const BACKUP_DAYS = 7
const FILES_AT_ONCE = 1000
/** Enough for hundreds of thousands of files in a folder. What is left out is said. */
const FILES_MS = 5000
const AUDIT_MS = 20_000
/** Refused by the database because of a legal hold. */
const HELD = 'LH001'

/** Shortly after a change, what is overdue only waits for its turn. */
const overdueState = (overdue: number, changedLately: boolean) =>
  overdue === 0 ? 'Fulfilled' : changedLately ? 'Attention' : 'Failed'

/** All checks, in the order in which they are shown. */
export const probes: readonly Probe[] = [
  {
    item: 'retention',
    shownBy:
      'Conversations were counted that should have been deleted more than a day ago because of their age, apart from those under legal hold.',
    async probe({ platform: { database }, instance: { compliance } }) {
      const { expired, oldestActivityAt, changedLately } = await store.countOverdue(database.db)
      const { retention } = await store.readRemovals(database.db)
      const values = { overdue: expired, oldestActivityAt, deletedIn30Days: retention }
      if (compliance.retentionDays === null) return { state: 'NotRequired', values }
      return { state: overdueState(expired, changedLately), values }
    },
  },
  {
    item: 'deletedConversations',
    shownBy:
      'Conversations were counted that people deleted, that can no longer be restored since more than a day, and that are still stored.',
    async probe({ platform: { database } }) {
      const { deleted, changedLately } = await store.countOverdue(database.db)
      const removals = await store.readRemovals(database.db)
      return {
        state: overdueState(deleted, changedLately),
        values: { overdue: deleted, deletedIn30Days: removals.deleted + removals.temporary },
      }
    },
  },
  {
    item: 'files',
    shownBy:
      'Stored files older than two days were compared with the database: each must belong to something that exists. Attachments of deleted conversations were counted.',
    async probe({ platform: { blobs, database } }) {
      const left = await store.countLeftAttachments(database.db)
      const until = performance.now() + FILES_MS
      const before = Date.now() - 2 * DAY_MS
      let [checked, ownerless, isWhole] = [0, 0, true]
      let keys: string[] = []
      const compare = async () => {
        if (keys.length > 0) ownerless += (await unnamedBlobs(database.db, keys)).length
        keys = []
      }
      for await (const { key, storedAt } of blobs.list()) {
        if (performance.now() > until) {
          isWhole = false
          break
        }
        if (storedAt < before) keys.push(key)
        checked += 1
        if (keys.length === FILES_AT_ONCE) await compare()
      }
      await compare()
      return {
        state: left === 0 && ownerless === 0 ? 'Fulfilled' : 'Failed',
        values: { checked, isWhole, ownerless, attachmentsLeft: left },
      }
    },
  },
  {
    item: 'backups',
    shownBy:
      'The time of the last backup was read. What was deleted since is still in it, and in older ones, until they are deleted.',
    async probe({ platform: { clock, config } }) {
      const last = await readLastBackup(config.dataDir)
      if (!last) return { state: 'Attention', values: { lastBackupAt: null, ageDays: null } }
      const ageDays = Math.floor((clock.now().getTime() - Date.parse(last.at)) / DAY_MS)
      return {
        state: ageDays <= BACKUP_DAYS && last.unsound === 0 ? 'Fulfilled' : 'Attention',
        values: { lastBackupAt: last.at, ageDays },
      }
    },
  },
  {
    item: 'legalHolds',
    shownBy:
      'The triggers that keep what is held were looked up. If anything is held, its deletion was tried and had to be refused.',
    async probe({ platform: { database } }) {
      const { people, agents, isEnforced } = await store.readHoldState(database.db)
      const tried = await tryToDelete(database)
      return {
        state: isEnforced && tried !== 'Deleted' ? 'Fulfilled' : 'Failed',
        values: { people, agents, refused: tried === 'Refused' },
      }
    },
  },
  {
    item: 'reading',
    shownBy:
      'The records of who read other people’s conversations in the last year were counted, and those without a reason.',
    async probe({ platform: { database }, instance: { readsNeedApproval } }) {
      const { reads, withoutReason } = await store.countReads(database.db)
      return {
        state: withoutReason === 0 ? 'Fulfilled' : 'Failed',
        values: { reads, withoutReason, needsApproval: readsNeedApproval },
      }
    },
  },
  {
    item: 'auditLog',
    shownBy: 'The chain of hashes of the audit log was verified from the first entry to the last.',
    async probe({ platform: { audit } }) {
      const late = new AbortController()
      const verified = await Promise.race([
        audit.verify(),
        wait(AUDIT_MS, null, { signal: late.signal }).catch(() => null),
      ])
      late.abort()
      if (!verified) return { state: 'Attention', values: { entries: null, firstBroken: null } }
      return {
        state: verified.firstBroken === null ? 'Fulfilled' : 'Failed',
        values: { entries: verified.checked, firstBroken: verified.firstBroken },
      }
    },
  },
  {
    item: 'deployments',
    shownBy:
      'Deployments were counted that published agents or the instance use and that aren’t approved. Calls to such deployments are refused.',
    async probe({ platform: { database }, instance: { compliance } }) {
      const unapproved = await readUnapprovedDeployments(database.db)
      const values = {
        deployments: unapproved.length,
        agents: unapproved.reduce((sum, { agents }) => sum + agents, 0),
      }
      if (compliance.mode !== 'Strict') return { state: 'NotRequired', values }
      return { state: unapproved.length === 0 ? 'Fulfilled' : 'Attention', values }
    },
  },
  {
    item: 'tools',
    shownBy:
      'Tools were counted that published agents use and that aren’t approved. Agents answer without them.',
    async probe({ platform: { database }, instance: { compliance } }) {
      const unapproved = await readUnapprovedTools(database.db)
      const values = { tools: unapproved.length }
      if (compliance.mode !== 'Strict') return { state: 'NotRequired', values }
      return { state: unapproved.length === 0 ? 'Fulfilled' : 'Attention', values }
    },
  },
  {
    item: 'externalContents',
    shownBy:
      'A page was requested, and its content security policy was checked for sources of images and scripts elsewhere.',
    async probe({ platform: { config, web }, instance: { compliance } }) {
      const { host } = new URL(config.publicOrigin)
      const { headers } = await web.inject({
        method: 'GET',
        url: '/',
        headers: { host, accept: 'text/html' },
      })
      const policy = String(headers['content-security-policy'] ?? '')
      const sources = foreignSources(policy)
      const values = { foreignSources: sources.length, linksAllowed: compliance.mode !== 'Strict' }
      return { state: policy !== '' && sources.length === 0 ? 'Fulfilled' : 'Failed', values }
    },
  },
  {
    item: 'redaction',
    shownBy: 'A text with one email address, phone number, IBAN, payment card, and name was redacted.',
    async probe({ instance: { compliance } }) {
      const { found } = createRedactor([{ name: 'Wilhelmina Abernathy' }]).redact(PROBE)
      const kinds = new Set(found.map(({ kind }) => kind))
      const values = {
        kinds: kinds.size,
        expected: 5,
        inTracesAndExports: compliance.mode === 'Strict',
        beforeProviders: compliance.redactsForProviders,
      }
      return { state: kinds.size === 5 ? 'Fulfilled' : 'Failed', values }
    },
  },
]

const PROBE =
  'Wilhelmina Abernathy, w.abernathy@example.org, +49 30 901820, DE89 3704 0044 0532 0130 00, 4111 1111 1111 1111'

async function tryToDelete(
  database: Probed['platform']['database'],
): Promise<'Refused' | 'Deleted' | 'Nothing'> {
  const undo = new Error('Nothing is kept of the try.')
  let outcome: 'Refused' | 'Deleted' | 'Nothing' = 'Nothing'
  try {
    await database.transaction(async (tx) => {
      if ((await store.tryToDeleteHeld(tx)) !== null) outcome = 'Deleted'
      throw undo
    })
  } catch (cause) {
    if ((cause as { code?: string }).code === HELD) return 'Refused'
    if (cause !== undo) throw cause
  }
  return outcome
}

/** Returns the sources of a policy's images, fonts, styles, and scripts that are neither the instance nor in the page. */
function foreignSources(policy: string): string[] {
  const own = /^('self'|'none'|'nonce-[^']*'|data:|blob:)$/
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name = '']) => /^(default|img|font|style|script|media|object|worker)-src$/.test(name))
    .flatMap(([, ...sources]) => sources.filter((source) => !own.test(source)))
}
