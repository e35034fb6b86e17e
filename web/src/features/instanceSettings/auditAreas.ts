import {
  Boxes,
  FileOutput,
  KeyRound,
  Mail,
  Megaphone,
  PiggyBank,
  Scale,
  ShieldCheck,
  ToggleRight,
  Webhook,
  Wrench,
} from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  announcement: { icon: Megaphone, name: { en: 'Announcements', ar: 'الإعلانات' } },
  apiKey: { icon: KeyRound, name: { en: 'API keys', ar: 'مفاتيح API' } },
  budget: { icon: PiggyBank, name: { en: 'Budgets', ar: 'الميزانيات' } },
  compliance: { icon: ShieldCheck, name: { en: 'Compliance mode', ar: 'وضع الامتثال' } },
  deployment: { icon: Boxes, name: { en: 'Deployments', ar: 'النماذج' } },
  email: { icon: Mail, name: { en: 'Email', ar: 'البريد الإلكتروني' } },
  featureFlag: { icon: ToggleRight, name: { en: 'Feature flags', ar: 'علامات الميزات' } },
  legalHold: { icon: Scale, name: { en: 'Legal holds', ar: 'الحفظ القانوني' } },
  supervisionExport: { icon: FileOutput, name: { en: 'Supervision exports', ar: 'تصدير للإشراف' } },
  tool: { icon: Wrench, name: { en: 'Tools', ar: 'الأدوات' } },
  webhook: { icon: Webhook, name: { en: 'Webhooks', ar: 'خطافات الويب' } },
} satisfies AuditAreas
