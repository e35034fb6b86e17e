import { Boxes, KeyRound, ToggleRight, Wrench } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  apiKey: { icon: KeyRound, name: { en: 'API keys', ar: 'مفاتيح API' } },
  deployment: { icon: Boxes, name: { en: 'Deployments', ar: 'النماذج' } },
  featureFlag: { icon: ToggleRight, name: { en: 'Feature flags', ar: 'علامات الميزات' } },
  tool: { icon: Wrench, name: { en: 'Tools', ar: 'الأدوات' } },
} satisfies AuditAreas
