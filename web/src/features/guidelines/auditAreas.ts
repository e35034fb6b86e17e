import { FileCheck, FileText, LayoutTemplate } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  guidelinesSection: { icon: FileText, name: { en: 'Guidelines sections', ar: 'أقسام الإرشادات' } },
  guidelinesTemplate: { icon: LayoutTemplate, name: { en: 'Guidelines templates', ar: 'قوالب الإرشادات' } },
  guidelinesConsent: { icon: FileCheck, name: { en: 'Guidelines consents', ar: 'الموافقات على الإرشادات' } },
} satisfies AuditAreas
