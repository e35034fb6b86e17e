import { Library } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  file: { icon: Library, name: { en: 'Files', ar: 'الملفات' } },
} satisfies AuditAreas
