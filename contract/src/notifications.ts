import { z } from 'zod'
import { endpoint, id, nothing, page, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** What a notification reports. Each names its parameters in `NotificationParams`. */
export const notificationKinds = [
  'AgentShared',
  'AgentTransferred',
  'ImportEnded',
  'FilesFailed',
  'GuidelinesReminder',
  'BudgetUsed',
  'DocumentRequested',
  'ConversationsRead',
  'ReadWaits',
  'ReadApproved',
  'DataExportEnded',
  'DataExportRequested',
  'DataExportWaits',
  'DataExportApproved',
  'PublishWaits',
  'PublishDecided',
  'ScheduledRunEnded',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = (typeof notificationKinds)[number]

export type ScheduledRunState = 'Low' | 'Critical' | 'Failed' | 'Stopped' | 'Passed'

/** The parameters of each kind, from which the reader's own page makes the text. Names are as they were then. */
export interface NotificationParams {
  AgentShared: { agentName: string; personName: string; right: 'Use' | 'Edit' }
  AgentTransferred: { agentName: string; personName: string }
  ImportEnded: { fileName: string; conversations: number; failed: boolean }
  FilesFailed: { libraryName: string; files: number }
  GuidelinesReminder: { title: string }
  /** `name` is empty if only the directory knows the name of a group. */
  BudgetUsed: { subject: 'Brand' | 'Agent' | 'Group'; name: string; state: 'NearEnd' | 'Used' }
  /** Someone can read the conversations of the user who is notified. */
  ConversationsRead: { personName: string; reason: string }
  /** Someone wants to read a person’s conversations, and needs the approval of a second person. */
  /** `ofVisitor`: `personName` is the agent’s name, since visitors have none. */
  ReadWaits: { readerName: string; personName: string; reason: string; ofVisitor?: boolean }
  /** Someone approved what the user who is notified wants to read. The time has begun. */
  ReadApproved: { personName: string; ofVisitor?: boolean }
  /** An export of personal data is ready, or failed. `personName` is empty for the data of the user who is notified. */
  DataExportEnded: { personName: string; failed: boolean }
  /** Someone asked for an export of the data of the user who is notified. */
  DataExportRequested: { personName: string; reason: string }
  /** Someone wants to download an export of a person’s data, and needs the approval of a third person. */
  DataExportWaits: { requesterName: string; personName: string; reason: string }
  /** Someone approved that the user who is notified downloads an export. */
  DataExportApproved: { personName: string }
  /** Someone wants to publish a version of an agent, and needs the approval of a second person. */
  PublishWaits: { requesterName: string; agentName: string; number: number; note: string }
  /** Someone decided about a version that the user who is notified wants to publish. */
  PublishDecided: { agentName: string; number: number; approved: boolean; note: string }
  /**
   * A scheduled run of a test of a published agent isn’t good enough: its score is too `Low`, `Critical` cases fail, or it
   * `Failed` or `Stopped` early. Or it `Passed` after one that wasn’t. Scores are percentages.
   */
  ScheduledRunEnded: {
    agentName: string
    testName: string
    number: number
    state: ScheduledRunState
    score: number
    minimum: number
    criticalFailures: number
  }
  /** A question that an agent couldn’t answer, and what the one who asks for a document adds. */
  DocumentRequested: { agentName: string; question: string; note: string }
}

export const Notification = z.object({
  notificationId: id,
  kind: NotificationKind,
  /** By name, see `NotificationParams`. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The page that shows more, on this site. */
  path: z.string(),
  createdAt: timestamp,
  readAt: timestamp.nullable(),
})

const NotificationPreference = z.strictObject({
  kind: NotificationKind,
  /** Whether it appears in the list. */
  listed: z.boolean(),
  /** Whether it is also sent by email, if the instance sends email. */
  emailed: z.boolean(),
})

const NotificationPreferences = z.object({
  items: z.array(NotificationPreference),
  /** The language of emails. */
  language: z.enum(['en', 'ar']),
  /** The address that emails go to. Null if the instance sends none, or the user has no address. */
  emailAddress: z.string().nullable(),
})

const ofUser = '/api/internal/currentUser'

export const notifications = {
  listNotifications: endpoint({
    method: 'GET',
    path: `${ofUser}/notifications`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject(page),
    response: z.object({
      items: z.array(Notification),
      continuationToken: z.string().nullable(),
      /** How many are unread, counted up to a limit. */
      unread: z.number().int().max(limits.unreadNotifications),
    }),
    purpose: `Lists your notifications, newest first, and counts up to ${limits.unreadNotifications} unread ones. They are deleted after ${limits.notificationDays} days.`,
  }),
  markRead: endpoint({
    method: 'PUT',
    path: `${ofUser}/notifications/read`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({
      /** If absent, all. */
      notificationIds: z.array(id).min(1).max(200).optional(),
    }),
    response: nothing,
    purpose: 'Marks notifications as read: those with the given IDs, or all.',
  }),
  getPreferences: endpoint({
    method: 'GET',
    path: `${ofUser}/notificationPreferences`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: NotificationPreferences,
    purpose: 'Returns which notifications you get, and how.',
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: `${ofUser}/notificationPreferences`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({
      items: z
        .array(NotificationPreference)
        .max(notificationKinds.length)
        .refine(
          (items) => new Set(items.map(({ kind }) => kind)).size === items.length,
          'Each kind can be given only once.',
        ),
      language: z.enum(['en', 'ar']),
    }),
    response: NotificationPreferences,
    purpose: 'Changes which notifications you get, and how. Kinds that aren’t given stay as they are.',
  }),
}
