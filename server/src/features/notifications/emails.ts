import type { MailMessage } from '../../platform/egress/mail.ts'
import { RETRY_MINUTES } from '../../platform/jobs/retryMinutes.ts'
import type { Platform } from '../../platform/platform.ts'
import { emailTexts } from './emailTexts.ts'
import * as store from './store.ts'

/** Below the minute in which the next run begins. */
const WORK_MS = 50_000

/**
 * Sends due notifications by email, those of a user in one. An email whose process ends while the server accepts it may
 * be sent twice, and none is lost.
 */
export function scheduleEmails({
  config,
  database,
  jobs,
  log,
  mail,
}: Pick<Platform, 'config' | 'database' | 'jobs' | 'log' | 'mail'>): void {
  if (!mail) return
  jobs.schedule('notifications.email', '* * * * *', async () => {
    const until = performance.now() + WORK_MS
    while (performance.now() < until) {
      const due = await store.claimEmail(database.db, RETRY_MINUTES)
      if (!due) return
      const { ids, attempt, email } = due
      if (email === null) continue
      try {
        await mail.send({ to: email, ...textOf(due, config.publicOrigin) })
        await store.noteEmailed(database.db, ids)
      } catch (cause) {
        if (attempt > RETRY_MINUTES.length) log.error('notifications.notEmailed', { ids: ids.length }, cause)
        else log.warn('notifications.emailLater', { ids: ids.length, attempt }, cause)
      }
    }
  })
}

/** The subject and the text, with one paragraph for each notification. */
function textOf({ language, items }: store.DueEmail, origin: string): Omit<MailMessage, 'to'> {
  const texts = emailTexts[language]
  const lines = items.map(({ kind, params, path }) => ({
    // Each kind is stored with its own parameters.
    text: (texts.of[kind] as (given: unknown) => string)(params),
    link: `${texts.open}: ${origin}${path}`,
  }))
  const [first] = lines
  return {
    subject: lines.length === 1 && first ? first.text : texts.several(lines.length),
    text: [...lines.map(({ text, link }) => `${text}\n${link}`), '--', `${texts.why} ${origin}`].join('\n\n'),
  }
}
