import { formatDate, formatNumber } from '../../../lang/format.ts'
import type { EvidenceItem } from '../data/complianceApi.ts'
import { complianceTexts } from './lang/en.ts'

/** Words what was found for an item. */
export function useFoundText(): (of: EvidenceItem) => string {
  const t = complianceTexts.useText()
  return ({ item, state, values }) => {
    const number = (name: string) => Number(values[name] ?? 0)
    const n = (name: string) => formatNumber(number(name))
    const date = (name: string) => formatDate(String(values[name]), { dateStyle: 'medium' })
    if (values.error) return t('found.error')
    switch (item) {
      case 'retention':
        if (state === 'NotRequired') return t('found.noRetention')
        return `${overdue(number('overdue'))} ${t('found.deletedByAge', { count: number('deletedIn30Days') })}`
      case 'deletedConversations':
        return `${overdue(number('overdue'))} ${t('found.deletedByPeople', { count: number('deletedIn30Days') })}`
      case 'files':
        return [
          t('found.files', { count: number('checked') }),
          state === 'Fulfilled'
            ? t('found.noOwnerless')
            : t('found.ownerless', { files: n('ownerless'), attachments: n('attachmentsLeft') }),
          values.isWhole ? '' : t('found.filesInPart'),
        ].join(' ')
      case 'backups':
        return values.lastBackupAt
          ? t('found.backup', { date: date('lastBackupAt'), count: number('ageDays') })
          : t('found.noBackup')
      case 'legalHolds':
        return [
          t('found.holds', { people: n('people'), agents: n('agents') }),
          state === 'Failed'
            ? t('found.holdsFail')
            : t(values.refused ? 'found.holdsRefused' : 'found.holdsKept'),
        ].join(' ')
      case 'reading':
        return [
          t('found.reads', { count: number('reads') }),
          number('withoutReason') > 0 ? t('found.readsWithoutReason', { number: n('withoutReason') }) : '',
          t(values.needsApproval ? 'found.readsApproved' : 'found.readsAlone'),
        ].join(' ')
      case 'auditLog':
        if (values.entries === null) return t('found.auditLate')
        return values.firstBroken === null
          ? t('found.audit', { count: number('entries') })
          : t('found.auditBroken', { entry: n('firstBroken') })
      case 'deployments':
        return number('deployments') === 0
          ? t('found.allApproved')
          : t('found.unapproved', { deployments: n('deployments'), agents: n('agents') })
      case 'tools':
        return number('tools') === 0
          ? t('found.allToolsApproved')
          : t('found.toolsLeft', { number: n('tools') })
      case 'externalContents':
        return [
          number('foreignSources') === 0
            ? t('found.noSources')
            : t('found.sources', { number: n('foreignSources') }),
          t(values.linksAllowed ? 'found.links' : 'found.noLinks'),
        ].join(' ')
      case 'redaction':
        return [
          t('found.kinds', { found: n('kinds'), expected: n('expected') }),
          t(values.inTracesAndExports ? 'found.redactsExports' : 'found.noRedactionOfExports'),
          t(values.beforeProviders ? 'found.redactsProviders' : 'found.noRedactionForProviders'),
        ].join(' ')
    }
  }

  function overdue(count: number): string {
    return count === 0 ? t('found.nothingOverdue') : t('found.overdue', { count })
  }
}
