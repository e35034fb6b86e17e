import { Bot, MessageSquareQuote } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  configState: { icon: Bot, name: { en: 'Agent configurations', ar: 'إعدادات الوكلاء' } },
  agentPrompt: { icon: MessageSquareQuote, name: { en: 'Agent prompts', ar: 'موجّهات الوكلاء' } },
} satisfies AuditAreas
