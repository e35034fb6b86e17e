import { BookOpenText } from 'lucide-react'
import { useState } from 'react'
import { currentUserApi } from '../currentUser/data/api.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { conversationReadsTexts } from './lang/en.ts'
import { OpenReadDialog } from './OpenReadDialog.tsx'

/** Starts reading a user's conversations. Hidden from users without the permission, and on their own profile. */
export function ReadConversations({ person }: { person: { userId: string; name: string } }) {
  const t = conversationReadsTexts.useText()
  const { held } = useActions()
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const [asked, setAsked] = useState(false)
  if (!held.has('UserConversationsRead') || !me || me.userId === person.userId) return null
  return (
    <>
      <button type="button" className="btn out" onClick={() => setAsked(true)}>
        <BookOpenText size={16} />
        {t('read')}
      </button>
      {asked && <OpenReadDialog person={person} close={() => setAsked(false)} />}
    </>
  )
}
