import { Bot, ClipboardCheck, Globe, LifeBuoy, MessageSquareQuote } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  configState: { icon: Bot, name: { en: 'Agent configurations', ar: 'إعدادات الوكلاء' } },
  agentPrompt: { icon: MessageSquareQuote, name: { en: 'Agent prompts', ar: 'موجّهات الوكلاء' } },
  publishRequest: { icon: ClipboardCheck, name: { en: 'Requests to publish', ar: 'طلبات النشر' } },
  publicEndpoint: { icon: Globe, name: { en: 'Public pages', ar: 'الصفحات العامة' } },
  escalation: { icon: LifeBuoy, name: { en: 'Sent conversations', ar: 'المحادثات المرسلة' } },
} satisfies AuditAreas
