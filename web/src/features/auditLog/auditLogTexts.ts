import { texts } from '../../lang/texts.ts'
import en from './lang/en.ts'

export const auditLogTexts = texts('auditLog', en, { ar: () => import('./lang/ar.ts') })
export type AuditLogText = ReturnType<typeof auditLogTexts.useText>
