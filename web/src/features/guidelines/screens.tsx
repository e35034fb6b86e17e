import { BookOpenCheck } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const GuidelinesPage = loadLater(async () => (await import('./GuidelinesPage.tsx')).GuidelinesPage)
const NewGuidelinesPage = loadLater(
  async () => (await import('./editor/NewGuidelinesPage.tsx')).NewGuidelinesPage,
)
const GuidelinesEditorPage = loadLater(
  async () => (await import('./editor/GuidelinesEditorPage.tsx')).GuidelinesEditorPage,
)
const TemplatesPage = loadLater(async () => (await import('./templates/TemplatesPage.tsx')).TemplatesPage)
const NewTemplatePage = loadLater(
  async () => (await import('./templates/NewTemplatePage.tsx')).NewTemplatePage,
)
const TemplateEditorPage = loadLater(
  async () => (await import('./templates/TemplateEditorPage.tsx')).TemplateEditorPage,
)

export default {
  screens: {
    guidelines: {
      icon: BookOpenCheck,
      title: { en: 'Guidelines', ar: 'الإرشادات' },
      pages: {
        '': <GuidelinesPage />,
        new: <NewGuidelinesPage />,
        templates: <TemplatesPage />,
        'template/new': <NewTemplatePage />,
        'template/:guidelinesTemplateId/edit': <TemplateEditorPage />,
        ':guidelinesDocumentId/edit': <GuidelinesEditorPage />,
      },
      areas: ['guidelinesDocument'],
    },
  },
  otherAreas: () => import('./auditAreas.ts'),
} satisfies FeatureScreens
