import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { screenTitle } from '../frame/screens.ts'
import { guidelinesPath, newGuidelinesPath, newTemplatePath, templatesPath } from './data/guidelinesPaths.ts'
import { GuidelinesTabs } from './GuidelinesTabs.tsx'
import { guidelinesTexts } from './lang/en.ts'
import { useGuidelinesRights } from './useGuidelinesRights.ts'

/** The head of both lists: documents and templates. */
export function ListHead({ current }: { current: 'documents' | 'templates' }) {
  const t = guidelinesTexts.useText()
  const { mayCreate } = useGuidelinesRights()
  const isTemplates = current === 'templates'
  return (
    <PageHead
      title={screenTitle('guidelines')}
      intro={t(isTemplates ? 'templatesIntro' : 'intro')}
      pages={
        <GuidelinesTabs
          label={screenTitle('guidelines')}
          current={current}
          pages={[
            { key: 'documents', path: guidelinesPath, label: t('documents') },
            { key: 'templates', path: templatesPath, label: t('templates') },
          ]}
        />
      }
    >
      {mayCreate && (
        <Link to={isTemplates ? newTemplatePath : newGuidelinesPath} className="btn pri">
          <Plus size={16} />
          {t(isTemplates ? 'newTemplate' : 'newDocument')}
        </Link>
      )}
    </PageHead>
  )
}
