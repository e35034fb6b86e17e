import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import type { Verification } from './data/api.ts'
import { auditLogTexts } from './lang/en.ts'

interface Props {
  data?: Verification | undefined
  error?: unknown
  isLoading: boolean
  close: () => void
}

/** The result of verifying the log. */
export function Verdict({ data, error, isLoading, close }: Props) {
  const t = auditLogTexts.useText()
  const common = uiTexts.useText()
  if (isLoading || (!data && !error)) return null
  const broken = data?.error && data.firstBroken !== null
  const kind = error || broken ? 'e' : data?.notedOutside === null ? 'w' : 'info'
  const Icon = kind === 'e' ? CircleAlert : kind === 'w' ? TriangleAlert : CircleCheck
  return (
    <div className={`strip ${kind} audit-verdict`} role={kind === 'e' ? 'alert' : 'status'}>
      <Icon size={16} />
      <div className="grow wrap">{error ? errorText(error) : data && verdictOf(data, t)}</div>
      <button type="button" className="ib sm" aria-label={common('close')} onClick={close}>
        <X size={14} />
      </button>
    </div>
  )
}

function verdictOf(
  { checked, firstBroken, error, notedOutside }: Verification,
  t: ReturnType<typeof auditLogTexts.useText>,
): string {
  if (error && firstBroken !== null) return t(`error.${error}`, { seq: firstBroken })
  const intact = t('intact', { count: checked })
  return notedOutside === null ? `${intact} ${t('endNotRecorded')}` : intact
}
