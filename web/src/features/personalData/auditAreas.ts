import { FileUser } from 'lucide-react'
import type { AuditAreas } from '../frame/screens.ts'

export default {
  dataExport: { icon: FileUser, name: { en: 'Personal data', ar: 'البيانات الشخصية' } },
} satisfies AuditAreas
