import { FileArchive, Library } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  archive: { icon: FileArchive, name: { en: 'Archives', ar: 'الأرشيفات' } },
  file: { icon: Library, name: { en: 'Files', ar: 'الملفات' } },
} satisfies AuditAreas
