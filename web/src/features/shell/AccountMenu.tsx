import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { auth } from '../../session/auth.ts'
import { initials } from '../../ui/initials.ts'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { currentUserApi } from '../currentUser/data/api.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { AccountNames } from './AccountNames.tsx'

const AccountMenuItems = loadLater(async () => (await import('./AccountMenuItems.tsx')).AccountMenuItems, {
  over: true,
})

export function AccountMenu({ mini }: { mini: boolean }) {
  const t = frameTexts.useText()
  // The button stays the anchor while the menu closes.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const { account } = useObservable(auth)
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  useLoadAhead(AccountMenuItems)
  const name = me?.name ?? account?.name ?? ''
  const userName = me?.userName ?? account?.userName ?? ''

  return (
    <>
      <button
        type="button"
        className="me"
        aria-haspopup="menu"
        aria-expanded={open}
        // Includes all of the button's visible text in its accessible name, for voice control.
        aria-label={`${t('account', { name })} ${userName}`}
        data-tour-guide="user-name-menu"
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        <span className="pers" aria-hidden="true" data-initials={initials(name)} />
        {!mini && (
          <>
            <span className="grow">
              <AccountNames name={name} userName={userName} />
            </span>
            <ChevronsUpDown size={16} className="m3" />
          </>
        )}
      </button>
      <OnceOpened open={open}>
        <AccountMenuItems
          anchor={anchor}
          open={open}
          close={() => setOpen(false)}
          name={name}
          userName={userName}
        />
      </OnceOpened>
    </>
  )
}
