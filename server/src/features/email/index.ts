import { email as contract } from '@parlance/contract/email'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { behindFlag, type CurrentInstance } from '../instanceSettings/index.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import * as store from './store.ts'

export { outcomeOf } from './outcome.ts'

/** Shows administrators whether the instance sends email, and sends them one. */
export function emailFeature(platform: Platform, instance: CurrentInstance): void {
  const { config, database, mail } = platform
  const server = config.mail ? new URL(config.mail.url).host : null

  async function sendTo(to: string | null): Promise<Outcome> {
    if (!mail) return 'NotConfigured'
    if (!to) return 'NoAddress'
    const { name } = await instance.read()
    const subject = `Test email from ${name}`
    return outcomeOf(() =>
      mail.send({ to, subject, text: `${name} can send email.\n\n${config.publicOrigin}` }),
    )
  }

  serve(
    platform,
    contract,
    behindFlag(instance, {
      async getEmailSettings({ actor }) {
        const ownAddress = await store.findAddress(database.db, actor)
        return { server, from: config.mail?.from ?? null, ownAddress }
      },

      async sendTestEmail(call) {
        const to = await store.findAddress(database.db, call.actor)
        const outcome = await sendTo(to)
        return call.change(async (_, record) => {
          const entity = { entityType: 'Email', entityId: 'email', entityName: server ?? '' }
          record({ ...entity, before: { outcome: null }, after: { outcome } })
          return { outcome }
        })
      },
    }),
  )
}
