import { ShieldCheck } from 'lucide-react'
import { problemOf } from '../../../session/http.ts'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { policiesPath } from '../data/policyPaths.ts'

export function PolicyWait({ error, retry }: { error: unknown; retry: () => void }) {
  const t = policiesTexts.useText()
  const code = problemOf(error)?.code
  return (
    <RecordWait
      title={screenTitle('chatAccessPolicies')}
      parent={{ title: screenTitle('chatAccessPolicies'), path: policiesPath }}
      Icon={ShieldCheck}
      error={error}
      missing={code === 'chatAccessPolicy.notFound' || code === 'request.invalid'}
      texts={{ missing: t('missing'), back: t('toPolicies') }}
      retry={retry}
    />
  )
}
