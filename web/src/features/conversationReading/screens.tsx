import { BookOpenText } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const ReadsPage = loadLater(async () => (await import('./ReadsPage.tsx')).ReadsPage)
const ReadPage = loadLater(async () => (await import('./ReadPage.tsx')).ReadPage)

export default {
  screens: {
    conversationReads: {
      icon: BookOpenText,
      title: { en: 'Conversation reading', ar: 'قراءة المحادثات' },
      short: { en: 'Reading', ar: 'القراءة' },
      pages: {
        '': <ReadsPage />,
        ':conversationReadId': <ReadPage />,
      },
      areas: ['conversationRead'],
    },
  },
} satisfies FeatureScreens
