import { texts } from '../../../../lang/texts.ts'

const en = {
  cancel: 'Cancel',
  person: 'Person',
  group: 'Group',
  listComma: ', ',
  shareTitle: 'Share {{name}}',
  shareFind: 'Add people or groups by name',
  typeMore: 'Enter at least two letters of a name.',
  foundNobody:
    'No one found. You can share with a directory group of yours that the person is in, or ask an administrator to let you find everyone.',
  shareList: 'People and groups with access',
  shareLinkHint: 'Send the link to people after you’ve given them access. Others are told to ask you for it.',
  shareLink: 'Copy link',
  shareLinkCopied: 'Link copied',
  shareNobody: 'Only you have access to this agent.',
  shareRight: 'Access for {{name}}',
  shareTake: 'Remove {{name}}',
  mayUse: 'Can use',
  mayEdit: 'Can edit',
  shareSave: 'Save access',
  shareSaved: 'Access to {{name}} saved',
  shareEnded: '{{name}} no longer shared',
  shareStale:
    'Access was changed elsewhere while you were editing. Your changes are shown on top of the saved version. Review them and save again.',
  shareRefused:
    'Can’t share with: {{names}}. They’re no longer here, or you can’t find them in search. Remove them and save again.',
  shareUnpublished:
    'No one can chat with this agent yet. People who can use it get access when you publish it. People who can edit it can open its draft immediately.',
  librariesGiven: 'Everyone you share this agent with gets answers from: {{names}}.',
  librariesKept:
    'Only people with their own access to these libraries get answers from: {{names}}. The people who manage a library decide whether it can be shared further.',
  handOver: 'Transfer ownership',
  handOverAsk: 'Transfer ownership…',
  handOverTitle: 'Transfer ownership of {{name}}?',
  handOverText:
    'The new owner gets the agent immediately, with its drafts and all earlier versions. You can’t undo this yourself.',
  handOverShares:
    'People you’ve shared the agent with keep their access. From then on, the new owner manages sharing.',
  handOverLibraries:
    'Libraries stay linked on behalf of the people who linked them. The new owner gets answers only from libraries that can be shared further or that they can access themselves.',
  handOverConversations: 'Conversations stay with the people who had them. No one else can read yours.',
  handOverFind: 'Find the new owner by name',
  handOverReceiver: 'New owner',
  handOverTo: 'Transfer ownership to {{person}}',
  handOverDone: 'Ownership of {{name}} transferred to {{person}}',
  keep: 'Your access after the transfer',
  keepNone: 'No access',
  keepUse: 'Can use',
  keepEdit: 'Can edit',
  shareFull:
    'You can share an agent with up to {{number}} people and groups. Remove one before you add another.',
  librariesUnnamed: 'libraries you can’t access ({{number}})',
}

export const sharingTexts = texts('personalAgentSharing', en, { ar: () => import('./ar.ts') })
