import type { Answer } from '@parlance/contract/endpoint'
import type { supervisionExports } from '@parlance/contract/supervisionExports'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Make } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { settingsPath } from '../../../testing/instanceSettings.ts'

type Export = Answer<typeof supervisionExports.createSupervisionExport>
const path = `${settingsPath}/supervisionExports`

const fields = { name: 'SIEM', includesConversations: true, includesNames: false, enabled: true }
// A private address, which is refused before anything is sent.
const target = { kind: 'Webhook', url: 'https://127.0.0.1:1/hook' }
const secret = 'a-secret-for-the-cases'
const input = { ...fields, target: { ...target, secret }, start: 'Now' }

/** The first export, which is created if there is none. */
async function exportOf(app: TestApplication): Promise<Export> {
  const token = await app.token('admin')
  const { body } = await call<{ items: Export[] }>(app, path, { token })
  if (body.items[0]) return body.items[0]
  const created = await call<Export>(app, path, { token, body: input })
  if (created.status !== 200) throw new Error(`${path} answered ${created.status}.`)
  return created.body
}

/** Deletes all exports, so that another can be created. */
const withRoom: Make = async ({ app }) => {
  const token = await app.token('admin')
  const { body } = await call<{ items: Export[] }>(app, path, { token })
  for (const { supervisionExportId } of body.items)
    await call(app, `${path}/${supervisionExportId}`, { token, method: 'DELETE' })
  return { input }
}

const paramsOf = ({ supervisionExportId }: Export) => ({ supervisionExportId })

export default {
  'supervisionExports.listSupervisionExports': {
    access: ['InstanceSettingsRead'],
    make: async () => ({}),
  },
  'supervisionExports.createSupervisionExport': { access: ['InstanceSettingsWrite'], make: withRoom },
  'supervisionExports.updateSupervisionExport': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
      const found = await exportOf(app)
      const headers = { 'if-match': `"${found.version}"` }
      return { params: paramsOf(found), input: { ...fields, target }, headers }
    },
  },
  'supervisionExports.removeSupervisionExport': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => ({ params: paramsOf(await exportOf(app)) }),
  },
  'supervisionExports.sendAgain': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => ({
      params: paramsOf(await exportOf(app)),
      input: { stream: 'AuditLog', from: { kind: 'Position', position: 1 } },
    }),
  },
  'supervisionExports.tryAgain': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => ({ params: paramsOf(await exportOf(app)) }),
  },
} satisfies Calls
