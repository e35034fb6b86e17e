import { Bot } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  personalAgent: { icon: Bot, name: { en: 'Personal agents', ar: 'الوكلاء الشخصيون' } },
} satisfies AuditAreas
