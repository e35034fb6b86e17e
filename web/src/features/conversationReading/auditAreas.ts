import { BookOpenText } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  conversationRead: { icon: BookOpenText, name: { en: 'Conversation reading', ar: 'قراءة المحادثات' } },
} satisfies AuditAreas
