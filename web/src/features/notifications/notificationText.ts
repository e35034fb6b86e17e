import { limits } from '@parlance/contract/limits'
import type { NotificationKind, NotificationParams } from '@parlance/contract/notifications'
import { useAgentName } from '../../ui/agentName.ts'
import type { Notification } from './data/api.ts'
import { notificationsTexts } from './lang/en.ts'

type Texts = { [K in NotificationKind]: (params: NotificationParams[K]) => string }

/** Returns a function for the text of a notification, in the language of the page. */
export function useNotificationText(): (notification: Pick<Notification, 'kind' | 'params'>) => string {
  const t = notificationsTexts.useText()
  const named = useAgentName()
  const minutes = limits.conversationReadMinutes
  const whose = (name: string, ofVisitor = false) =>
    ofVisitor ? t('visitorOf', { agent: named(name) }) : name
  const texts: Texts = {
    AgentShared: ({ agentName, personName: person, right }) =>
      t(`text.AgentShared.${right}`, { person, agent: named(agentName) }),
    AgentTransferred: ({ agentName, personName: person }) =>
      t('text.AgentTransferred', { person, agent: named(agentName) }),
    ImportEnded: ({ fileName: file, conversations: count, failed }) =>
      failed ? t('text.ImportFailed', { file }) : t('text.ImportEnded', { file, count }),
    FilesFailed: ({ libraryName: library, files: count }) => t('text.FilesFailed', { library, count }),
    GuidelinesReminder: ({ title: guidelines }) => t('text.GuidelinesReminder', { guidelines }),
    BudgetUsed({ subject, name, state }) {
      if (subject === 'Group' && name === '') return t(`text.Budget${state}.UnnamedGroup`)
      return t(`text.Budget${state}.${subject}`, { name: subject === 'Agent' ? named(name) : name })
    },
    DocumentRequested: ({ agentName, question, note }) =>
      t(note ? 'text.DocumentRequestedWithNote' : 'text.DocumentRequested', {
        agent: named(agentName),
        question,
        note,
      }),
    ConversationsRead: ({ personName: reader, reason }) =>
      t('text.ConversationsRead', { reader, reason, minutes }),
    ReadWaits: ({ readerName: reader, personName, reason, ofVisitor }) =>
      t('text.ReadWaits', { reader, person: whose(personName, ofVisitor), reason }),
    DataExportEnded: ({ personName: person, failed }) =>
      t(`text.DataExport${failed ? 'Failed' : 'Ready'}${person === '' ? 'Own' : ''}`, { person }),
    DataExportRequested: ({ personName: requester, reason }) =>
      t('text.DataExportRequested', { requester, reason }),
    DataExportWaits: ({ requesterName: requester, personName: person, reason }) =>
      t('text.DataExportWaits', { requester, person, reason }),
    DataExportApproved: ({ personName: person }) => t('text.DataExportApproved', { person }),
    PublishWaits: ({ requesterName: requester, agentName, number, note }) =>
      t(note ? 'text.PublishWaitsWithNote' : 'text.PublishWaits', {
        requester,
        agent: named(agentName),
        number,
        note,
      }),
    PublishDecided: ({ agentName, number, approved, note }) =>
      t(`text.Publish${approved ? 'Approved' : 'Rejected'}${note ? 'WithNote' : ''}`, {
        agent: named(agentName),
        number,
        note,
      }),
    ScheduledRunEnded: ({ agentName, testName: test, state, ...figures }) =>
      t(`text.ScheduledRun.${state}`, { ...figures, test, agent: named(agentName) }),
    ReadApproved: ({ personName, ofVisitor }) =>
      t('text.ReadApproved', { person: whose(personName, ofVisitor), minutes }),
  }
  // Each kind comes with its own parameters.
  return ({ kind, params }) => (texts[kind] as (given: unknown) => string)(params)
}
