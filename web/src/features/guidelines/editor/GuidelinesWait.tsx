import { BookOpenCheck } from 'lucide-react'
import { problemOf } from '../../../session/http.ts'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { guidelinesPath, templatesPath } from '../data/guidelinesPaths.ts'
import { guidelinesTexts } from '../lang/en.ts'

interface Props {
  kind: 'document' | 'template'
  error: unknown
  retry: () => void
}

export function GuidelinesWait({ kind, error, retry }: Props) {
  const t = guidelinesTexts.useText()
  const code = problemOf(error)?.code ?? ''
  const isTemplate = kind === 'template'
  return (
    <RecordWait
      title={screenTitle('guidelines')}
      parent={
        isTemplate
          ? { title: t('templates'), path: templatesPath }
          : { title: screenTitle('guidelines'), path: guidelinesPath }
      }
      Icon={BookOpenCheck}
      error={error}
      missing={code.endsWith('otFound') || code === 'request.invalid'}
      texts={
        isTemplate
          ? { missing: t('missingTemplate'), back: t('toTemplates') }
          : { missing: t('missing'), back: t('back') }
      }
      retry={retry}
    />
  )
}
