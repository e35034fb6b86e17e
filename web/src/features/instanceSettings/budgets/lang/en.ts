import { type Translate, texts } from '../../../../lang/texts.ts'

const en = {
  intro:
    'A budget limits what a brand, an agent, or a directory group can cost per calendar month (UTC), whatever policies allow. Administrators are notified at 80% and 100%. At 100%, questions are rejected.',
  empty: 'No budgets yet. Add one to limit what a brand, an agent, or a group can cost.',
  add: 'Add budget',
  edit: 'Change',
  editOf: 'Change the budget of {{name}}',
  remove: 'Delete',
  removeOf: 'Delete the budget of {{name}}',
  removeTitle: 'Delete the budget of {{name}}?',
  removeText: 'From the next question on, it limits nothing. You can restore it from the audit log.',
  removed: 'Budget of {{name}} deleted',
  saved: 'Budget of {{name}} saved',
  addTitle: 'Add a budget',
  addText: 'It applies from the next question.',
  editTitle: 'Change the budget of {{name}}',
  editText: 'What was used this month stays counted.',
  save: 'Save budget',
  kind: 'Applies to',
  'kind.Brand': 'Brand',
  'kind.Agent': 'Agent',
  'kind.Group': 'Group',
  chosen: 'Chosen',
  findBrand: 'Find a brand',
  findAgent: 'Find an agent',
  brandsNeed: 'To choose a brand, you need the permission {{action}}.',
  brandHint:
    'Includes its agents and public pages. Agents without a brand count toward the default brand. Usage from earlier this month is counted.',
  agentHint: 'Includes test chats and public pages. Usage from earlier this month is counted.',
  groupHint: 'Includes all chats of its members. Only usage from now on is counted.',
  subjectMissing: 'Choose what the budget applies to',
  amount: 'Amount per month in US dollars',
  amountInvalid: 'Enter an amount such as 250 or 99.50, up to {{max, n}}',
  usedOf: '{{used}} of {{amount}} used ({{share}})',
  countedSince: 'Counts usage since {{when}}.',
  'state.Within': 'Within budget',
  'state.NearEnd': 'Almost used up',
  'state.Used': 'Used up',
  deletedAgent: 'Deleted agent',
  deletedBrand: 'Deleted brand {{key}}',
  deleted: 'Deleted',
  deletedNote: 'It no longer exists. Delete the budget if you don’t need it.',
}

export const budgetsTexts = texts('budgets', en, { ar: () => import('./ar.ts') })
export type BudgetsText = Translate<typeof en>
