import { type Translate, texts } from '../../../../lang/texts.ts'

const en = {
  intro:
    'A legal hold keeps what a person asked, or an agent with everything that was asked of it. Until it’s released, no one can delete any of it, neither people nor retention nor erasure. The person isn’t notified.',
  add: 'Set a legal hold',
  empty: 'No legal holds in force.',
  emptyReleased: 'No legal hold was released yet.',
  show: 'Show',
  inForce: 'In force',
  released: 'Released',
  'kind.Person': 'Person',
  'kind.Agent': 'Agent',
  setBy: 'Set on {{date}} by {{name}}',
  releasedBy: 'Released on {{date}} by {{name}}',
  someone: 'a deleted user',
  gone: 'Deleted',
  release: 'Release',
  releaseOf: 'Release the legal hold on {{name}}',
  releaseTitle: 'Release the legal hold on {{name}}?',
  releaseText:
    'What is older than the instance stores, or was deleted before, is deleted within the hour. That can’t be undone.',
  releasedToast: 'Legal hold on {{name}} released',
  addTitle: 'Set a legal hold',
  addText: 'It applies at once, also to what was deleted and can still be restored.',
  hold: 'Applies to',
  chosen: 'Chosen',
  findPerson: 'Find a person',
  findAgent: 'Find an agent',
  personHint:
    'Keeps all conversations of this person, temporary chats included. The account can’t be deleted, but disabled.',
  agentHint: 'Keeps the agent and everyone’s conversations with it, those of visitors included.',
  peopleNeed: 'To choose a person, you need the permission {{action}}.',
  subjectMissing: 'Choose whom or what the hold applies to',
  reason: 'Reason',
  reasonHint: 'For the audit log and for other administrators, such as a court and a file number',
  reasonInvalid: 'Enter a reason of {{min, n}} to {{max, n}} characters',
  save: 'Set legal hold',
  saved: 'Legal hold on {{name}} set',
  more: 'Show more',
  loadingMore: 'Loading more…',
}

export const legalHoldsTexts = texts('legalHolds', en, { ar: () => import('./ar.ts') })
export type LegalHoldsText = Translate<typeof en>
