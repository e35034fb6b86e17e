import { BookOpenCheck } from 'lucide-react'
import type { FeatureScreens } from '../frame/screens.ts'

export default {
  screens: {
    guidelines: {
      icon: BookOpenCheck,
      title: { en: 'Guidelines', ar: 'الإرشادات' },
      areas: ['guidelinesDocument'],
    },
  },
} satisfies FeatureScreens
