import { escalations } from '@parlance/contract/escalations'
import { publicChat } from '@parlance/contract/publicChat'
import { demandOpenSession, newSecret } from '../../platform/access/visits.ts'
import { isUniqueViolation } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import type { Attachments } from '../attachments/index.ts'
import type { Guidelines } from '../guidelines/index.ts'
import { countClaim, type Usage } from '../usage/index.ts'
import { createChallenges } from './challenges.ts'
import { createEscalations } from './escalations/service.ts'
import { ofTestVisits } from './personalDataStore.ts'
import { StartQueue } from './startQueue.ts'
import * as store from './store.ts'

interface Needs {
  agents: Pick<Agents, 'pages' | 'listPromptsFor' | 'isPublishable'>
  attachments: Pick<Attachments, 'ofVisitors' | 'removeUnsentOf'>
  guidelines: Guidelines
  usage: Pick<Usage, 'visitorMessagesLeft'>
}

interface SessionCall {
  actor: Call['actor']
  params: { sessionIdentifier: string }
}

/** A solved challenge starts one session. */
async function onlyOnce<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (cause) {
    if (!isUniqueViolation(cause, 'public_session_challenge_nonce_key')) throw cause
    throw new AppError('publicChat.challenge', { cause })
  }
}

/** Public pages and the sessions of their visitors. Their conversations are part of the conversations feature. */
export function publicChatFeature(
  platform: Platform,
  { agents, attachments, guidelines, usage }: Needs,
): void {
  const { clock, database, erasure, jobs, runs, sites } = platform
  const { pages } = agents
  const challenges = createChallenges(platform)
  const starts = new StartQueue(clock)

  /** A session starts only on our own pages, so that no other site can start one for its visitors. */
  function demandOwnOrigin(origin: string | null): void {
    if (origin === null || !sites.origins().includes(origin)) throw new AppError('publicChat.origin')
  }

  /** Returns the user who tests the page, if the call comes from someone who can publish its agent. */
  async function testerOf({ authorization }: Pick<Call, 'authorization'>, gptSystemId: string) {
    const user = authorization === null ? null : await platform.authenticate(authorization)
    return user && (await agents.isPublishable(user, gptSystemId)) ? user.userId : null
  }

  /** The path names the session, but only its secret opens it. */
  function namedSession({ actor, params }: SessionCall): string {
    if (params.sessionIdentifier !== actor.sessionId) throw new AppError('request.notFound')
    return actor.sessionId
  }

  /** The same on a page that is turned on. */
  async function ownSession(call: SessionCall): Promise<string> {
    const id = namedSession(call)
    await demandOpenPage(call)
    return id
  }

  function visitOf({ visit }: Call['actor']) {
    if (!visit) throw new Error('Only visitors can call this.')
    return visit
  }

  async function demandOpenPage({ actor }: Pick<Call, 'actor'>): Promise<void> {
    if (!visitOf(actor).isOn || !(await pages.isOn())) throw new AppError('publicChat.unavailable')
  }

  const onOpenPage =
    <C extends Pick<Call, 'actor'>, A>(handler: (call: C) => Promise<A>) =>
    async (call: C): Promise<A> => {
      await demandOpenPage(call)
      return handler(call)
    }

  async function ending(call: Call<typeof publicChat.endSession>, andData: boolean) {
    // Also on a page that is turned off: what visitors left is theirs.
    const id = namedSession(call)
    const ended = await call.change(async (tx) => {
      await store.endSession(tx, id)
      if (andData) {
        await store.removeData(tx, id)
        await attachments.removeUnsentOf(tx, id)
      }
      return {}
    })
    // No one could read or stop them anymore.
    for (const segmentId of await store.readRunning(database.db, id)) await runs.stop(segmentId)
    return ended
  }

  /** Either is needed, and both would be ambiguous. */
  function proofOf({ session, code }: Call<typeof publicChat.claim>['input']): store.Proof {
    if (code !== undefined && !session) return { code }
    if (code === undefined && session) return session
    throw new AppError('request.invalid', {
      fields: [{ field: 'code', message: 'Include either the session or a code.' }],
    })
  }

  serve(platform, publicChat, {
    async getEndpoint({ params: { gptPublicEndpoint } }) {
      const opened = await pages.open(gptPublicEndpoint)
      const { proofOfWorkBits: bits } = opened.page
      return {
        ...(await pages.shown(opened)),
        challenge: bits > 0 ? challenges.issue(gptPublicEndpoint, bits) : null,
      }
    },
    getAvatar: ({ params }) => pages.avatarOf(params.gptPublicEndpoint),
    async startSession(call) {
      demandOwnOrigin(call.origin)
      return starts.run(call.network, async () => {
        const page = await pages.openSettings(call.params.gptPublicEndpoint)
        const { gptSystemId, gptPublicEndpoint, proofOfWorkBits } = page
        const testedBy = await testerOf(call, gptSystemId)
        const isChecked = proofOfWorkBits > 0 && testedBy === null
        const nonce = isChecked ? challenges.check(call.input.challengeAnswer, gptPublicEndpoint) : null
        const secret = newSecret()
        // One statement: floods of sessions are what the rest of the server has to survive.
        const started = await onlyOnce(() =>
          store.insertSession(database.db, { gptSystemId, secret, testedBy, nonce }),
        )
        challenges.started(gptPublicEndpoint)
        return { ...started, secret }
      })
    },
    async rotateSession(call) {
      const id = await ownSession(call)
      const from = call.visitSecret ?? ''
      const secret = platform.visits.secretAfter(from)
      const rotated = await call.change((tx) => store.rotate(tx, id, { from, to: secret }))
      return { ...rotated, secret }
    },
    endSession: (call) => ending(call, false),
    removeData: (call) => ending(call, true),
    async getDetails(call) {
      const id = await ownSession(call)
      const visit = visitOf(call.actor)
      const opened = await pages.open(visit.gptPublicEndpoint)
      const isTest = visit.testedBy !== null
      const now = clock.now()
      return {
        page: await pages.shown(opened),
        tools: await pages.toolsOf(opened.agent.configuration),
        isTest,
        quota: {
          messagesLeft: isTest ? null : await usage.visitorMessagesLeft({ visit, budgets: opened.page }, id),
          resetsAt: new Date(
            Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
          ).toISOString(),
        },
        guidelinesDocuments: await guidelines.ofChat(call.actor, visit.gptSystemId),
        reads: await store.readReads(database.db, id),
        expiresAt: await store.readExpiry(database.db, id),
      }
    },
    listGuidelines: onOpenPage(async ({ actor }) => ({
      items: await guidelines.listFor(actor, visitOf(actor).gptSystemId),
    })),
    acceptGuidelines: onOpenPage((call: Call<typeof publicChat.acceptGuidelines>) =>
      call.change(async (tx) => {
        await demandOpenSession(tx, call.actor.sessionId)
        return guidelines.accept(tx, call.actor, call.input)
      }),
    ),
    async createClaimCode(call) {
      const id = await ownSession(call)
      const code = newSecret()
      return { code, expiresAt: await call.change((tx) => store.setClaimCode(tx, id, code)) }
    },
    async previewClaim({ input }) {
      const found = await store.readClaimable(database.db, proofOf(input), clock.now())
      if (!found) throw new AppError('publicChat.claim')
      return store.readClaim(database.db, found.sessionIdentifier)
    },
    claim: (call) =>
      call.change(async (tx) => {
        const found = await store.lockClaimable(tx, proofOf(call.input), clock.now())
        if (!found) throw new AppError('publicChat.claim')
        const claimed = await store.claim(tx, found.sessionIdentifier, call.actor.userId)
        // After the conversations, as when an answer ends, so that neither waits for the other.
        await countClaim(tx, found.gptSystemId)
        return claimed
      }),
    async listPrompts({ actor, input: { sessionIdentifier, ...page } }) {
      await ownSession({ actor, params: { sessionIdentifier } })
      const { items, continuationToken } = await agents.listPromptsFor(
        actor,
        visitOf(actor).gptSystemId,
        page,
      )
      const shown = items.map(({ promptId, title, text, variables }) => ({
        promptId,
        title,
        text,
        variables,
      }))
      return { items: shown, continuationToken }
    },
    async uploadAttachment(call) {
      await demandOpenPage(call)
      if (!(await pages.settingsOf(visitOf(call.actor))).allowAttachments)
        throw new AppError('publicChat.noAttachments')
      return attachments.ofVisitors.uploadAttachment(call)
    },
    getAttachment: onOpenPage(attachments.ofVisitors.getAttachment),
    getAttachmentBase64: onOpenPage(attachments.ofVisitors.getAttachmentBase64),
    getAttachmentState: onOpenPage(attachments.ofVisitors.getAttachmentState),
    removeAttachment: onOpenPage(attachments.ofVisitors.removeAttachment),
  })
  serve(platform, escalations, createEscalations(platform, { agents }))
  erasure.add(store.testSessions(erasure))
  platform.personalData.add(ofTestVisits)
  jobs.schedule('publicSessions.removeEnded', '37 * * * *', () => store.removeEnded(database))
}
