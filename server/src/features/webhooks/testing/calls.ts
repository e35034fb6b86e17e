import type { Answer } from '@parlance/contract/endpoint'
import type { webhooks } from '@parlance/contract/webhooks'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Make } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { settingsPath } from '../../../testing/instanceSettings.ts'

type Webhook = Answer<typeof webhooks.createWebhook>
const path = `${settingsPath}/webhooks`

const fields = {
  name: 'Operations',
  // A private address, which is refused before anything is sent.
  url: 'https://127.0.0.1:1/hook',
  events: ['file.failed'],
  enabled: true,
}
const secret = 'a-secret-for-the-cases'

/** The first webhook, which is created if there is none. */
async function webhookOf(app: TestApplication): Promise<Webhook> {
  const token = await app.token('admin')
  const { body } = await call<{ items: Webhook[] }>(app, path, { token })
  if (body.items[0]) return body.items[0]
  const created = await call<Webhook>(app, path, { token, body: { ...fields, secret } })
  if (created.status !== 200) throw new Error(`${path} answered ${created.status}.`)
  return created.body
}

/** Deletes all webhooks, so that another can be created. */
const withRoom: Make = async ({ app }) => {
  const token = await app.token('admin')
  const { body } = await call<{ items: Webhook[] }>(app, path, { token })
  for (const { webhookId } of body.items) await call(app, `${path}/${webhookId}`, { token, method: 'DELETE' })
  return { input: { ...fields, secret } }
}

const ofOne: Make = async ({ app }) => ({ params: { webhookId: (await webhookOf(app)).webhookId } })

export default {
  'webhooks.listWebhooks': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'webhooks.createWebhook': { access: ['InstanceSettingsWrite'], make: withRoom },
  'webhooks.updateWebhook': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
      const { webhookId, version } = await webhookOf(app)
      return { params: { webhookId }, input: fields, headers: { 'if-match': `"${version}"` } }
    },
  },
  'webhooks.removeWebhook': { access: ['InstanceSettingsWrite'], make: ofOne },
  'webhooks.testWebhook': { access: ['InstanceSettingsWrite'], make: ofOne },
  'webhooks.listWebhookDeliveries': { access: ['InstanceSettingsRead'], make: ofOne },
} satisfies Calls
