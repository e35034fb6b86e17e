import { Check, Copy } from 'lucide-react'
import { Link } from 'react-router'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { suggesting } from '../chatAccessPolicies/data/policyPaths.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import type { Fix } from './fixes.ts'
import { checklistTexts } from './lang/en.ts'

interface Props {
  fix: Fix
  /** ID of the item's description, for screen readers. */
  describedBy: string
  fromTemplate: (withModel: boolean) => void
}

/** The action for an item. Users without the permission see which one is required. */
export function FixButton({ fix, describedBy, fromTemplate }: Props) {
  const t = checklistTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { held } = useActions()
  if ('needs' in fix && !held.has(fix.needs))
    return <p className="small m2 checklist-needs">{t('needs', { action: fullNameOf(fix.needs) })}</p>
  switch (fix.kind) {
    case 'Screen':
      return (
        <Link
          to={fix.path}
          {...(fix.suggestion && suggesting(fix.suggestion))}
          className="btn out sm"
          aria-describedby={describedBy}
        >
          {fix.label}
        </Link>
      )
    case 'Template':
      return (
        <button
          type="button"
          className="btn out sm"
          aria-describedby={describedBy}
          onClick={() => fromTemplate(fix.withModel)}
        >
          {fix.label}
        </button>
      )
    case 'Command':
      return <CopyCommand command={fix.command} describedBy={describedBy} />
  }
}

function CopyCommand({ command, describedBy }: { command: string; describedBy: string }) {
  const t = checklistTexts.useText()
  const [copied, copy] = useCopy()
  return (
    <button type="button" className="btn out sm" aria-describedby={describedBy} onClick={() => copy(command)}>
      {copied ? <Check size={14} /> : <Copy size={14} />}
      {t(copied ? 'copied' : 'copy')}
    </button>
  )
}
