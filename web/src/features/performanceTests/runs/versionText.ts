import { formatDate } from '../../../lang/format.ts'
import type { AgentVersion } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'

/** Names a version to choose, with what tells it from the others. */
export function versionText({ number, status, createdAt }: AgentVersion, t: TestsText): string {
  if (status === 'Published') return t('versionPublished', { number })
  if (status === 'Draft') return t('versionDraft', { number })
  return t('versionEarlier', { number, date: formatDate(createdAt, { dateStyle: 'medium' }) })
}
