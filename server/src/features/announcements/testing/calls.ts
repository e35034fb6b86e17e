import type { announcements } from '@parlance/contract/announcements'
import type { Answer } from '@parlance/contract/endpoint'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

type Announcement = Answer<typeof announcements.createAnnouncement>
const path = '/api/internal/announcements'
const HOUR = 3_600_000

const input = () => ({
  text: { en: 'The canteen is closed today.' },
  importance: 'Info',
  from: new Date(Date.now() - HOUR).toISOString(),
  to: new Date(Date.now() + HOUR).toISOString(),
})

/** The first announcement, which is created if there is none. */
async function announcementOf(app: TestApplication): Promise<Announcement> {
  const token = await app.token('admin')
  const { body } = await call<{ items: Announcement[] }>(app, path, { token })
  if (body.items[0]) return body.items[0]
  const created = await call<Announcement>(app, path, { token, body: input() })
  if (created.status !== 200) throw new Error(`${path} answered ${created.status}.`)
  return created.body
}
const one = async (app: TestApplication) => ({
  params: { announcementId: (await announcementOf(app)).announcementId },
})

const writers = ['InstanceSettingsWrite'] as const

export default {
  'announcements.listAnnouncements': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'announcements.createAnnouncement': { access: writers, make: async () => ({ input: input() }) },
  'announcements.updateAnnouncement': {
    access: writers,
    make: async ({ app }) => {
      const { announcementId, version } = await announcementOf(app)
      const headers = { 'if-match': `"${version}"` }
      return { params: { announcementId }, input: input(), headers }
    },
  },
  'announcements.removeAnnouncement': { access: writers, make: async ({ app }) => one(app) },
  'announcements.getReach': { access: ['InstanceSettingsRead'], make: async ({ app }) => one(app) },
  'announcements.listReaders': { access: writers, make: async ({ app }) => one(app) },
  'announcements.exportReaders': { access: writers, make: async ({ app }) => one(app) },
  'announcements.listShown': { access: 'signedIn', make: async () => ({ input: { brandKey: 'default' } }) },
  'announcements.markRead': {
    access: 'signedIn',
    make: async ({ app }) => {
      const { announcementId, edition } = await announcementOf(app)
      return { params: { announcementId }, input: { edition } }
    },
  },
  'announcements.listForVisitors': {
    access: 'anyone',
    make: async () => ({ input: { brandKey: 'default', page: 'PublicChat' } }),
  },
} satisfies Calls
