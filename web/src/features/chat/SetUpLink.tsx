import { ListChecks } from 'lucide-react'
import { Link } from 'react-router'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { useFlags } from '../instance/data/api.ts'
import { pageFlag } from '../instanceSettings/data/api.ts'

/** A link to the setup checklist if there is no agent yet, for users who can see the checklist. */
export function SetUpLink() {
  const t = conversationTexts.useText()
  const { held } = useActions()
  if (!useFlags().has(pageFlag) || !held.has('InstanceSettingsRead')) return null
  return (
    <Link to="/admin" className="btn out">
      <ListChecks size={16} />
      {t('setUp')}
    </Link>
  )
}
