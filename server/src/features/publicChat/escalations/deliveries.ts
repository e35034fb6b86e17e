import { limits } from '@parlance/contract/limits'
import { RETRY_MINUTES } from '../../../platform/jobs/retryMinutes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deliverDue } from '../../../platform/webhooks/deliverDue.ts'
import { createSecrets, send } from '../../../platform/webhooks/sending.ts'
import { outcomeOf } from '../../email/index.ts'
import { emailOf } from './emailTexts.ts'
import { requestBodyOf } from './requestBody.ts'
import * as store from './store.ts'

const JOB = 'escalations.deliver'

/**
 * Sends the conversations that wait, to a webhook or by email, from pages that are turned on. `isOn` tells whether any
 * are. Returns how to begin at once, which can't fail.
 */
export function scheduleEscalations(
  { audit, config, database, egress, jobs, log, mail }: Platform,
  isOn: () => Promise<boolean>,
): () => void {
  const secrets = createSecrets(config.secretKey, 'escalation')
  const linkTo = (escalationId: string) => `${config.publicOrigin}/admin/escalations/${escalationId}`

  async function sendOnce(due: store.DueEscalation): Promise<store.Attempt> {
    const { escalationId, gptSystemId, page } = due
    if (!page?.target || !page.isOn || !(await isOn())) return { error: 'TurnedOff', status: null }
    const link = linkTo(escalationId)
    if (page.target.kind === 'Webhook') {
      const read = await store.readTurns(database.db, due, limits.escalationRequestBytes)
      return send(egress, {
        url: page.target.url,
        secret: page.secret === null ? null : secrets.open(gptSystemId, page.secret),
        deliveryId: escalationId,
        event: 'conversation.escalated',
        body: requestBodyOf(due, read, link),
      })
    }
    if (!mail) return { error: 'NotConfigured', status: null }
    const { address } = page.target
    const message = emailOf({ ...due, link }, page.language ?? 'en')
    const outcome = await outcomeOf(() => mail.send({ to: address, ...message }))
    // The address of the team is set, so the only other outcomes are errors of sending.
    return { error: outcome === 'Ok' || outcome === 'NoAddress' ? null : outcome, status: null }
  }

  async function attempt(due: store.DueEscalation): Promise<void> {
    const { escalationId, attempt: n, gptSystemId } = due
    const result = await sendOnce(due)
    const { error, status } = result
    // A page that no longer sends conversations won't do so later.
    const isLast = error === null || error === 'TurnedOff' || n > RETRY_MINUTES.length
    await database.transaction(async (tx) => {
      if (!(await store.noteAttempt(tx, escalationId, { ...result, isLast })) || !isLast) return
      await audit.record(tx, recordedBy('delivery'), {
        entityType: 'Escalation',
        entityId: escalationId,
        entityName: due.page?.gptPublicEndpoint ?? '',
        before: { state: 'Queued' },
        after: { state: error === null ? 'Sent' : 'Failed', attempts: n, ...(error && { error }) },
      })
    })
    if (error === null) return
    const fields = { gptSystemId, attempt: n, error, status }
    if (isLast) log.error('escalations.gaveUp', fields)
    else log.warn('escalations.later', fields)
  }

  jobs.schedule(JOB, '* * * * *', async () =>
    deliverDue({
      receivers: await store.readDue(database.db),
      claim: (gptSystemId) => store.claimDue(database.db, gptSystemId, RETRY_MINUTES),
      attempt,
    }),
  )
  jobs.schedule('escalations.remove', '43 3 * * *', () => store.removeOld(database))
  return () => {
    // The next run within the minute finds what this one would have.
    jobs.send(JOB, {}).catch((cause: unknown) => log.warn('escalations.notBegun', {}, cause))
  }
}

/** Who causes an entry of the audit log: the system, because visitors are no users and are recorded nowhere. */
export const recordedBy = (requestId: string) => ({
  actor: null,
  area: 'escalation',
  verb: 'send',
  requestId,
  network: null,
  userAgent: null,
})
