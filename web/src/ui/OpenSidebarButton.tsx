import { Menu } from 'lucide-react'
import { useObservable } from '../base/useObservable.ts'
import { uiTexts } from './lang/en.ts'
import { openSidebar, sidebar } from './sidebar.ts'
import { useLarge } from './useMediaQuery.ts'

/** A header button that opens the sidebar. It appears only where the sidebar is a drawer. */
export function OpenSidebarButton() {
  const t = uiTexts.useText()
  const { hasNews } = useObservable(sidebar)
  if (useLarge()) return null
  return (
    <button
      type="button"
      className="ib"
      aria-label={t(hasNews ? 'openSidebarNews' : 'openSidebar')}
      data-tour-guide="open-sidebar"
      onClick={openSidebar}
    >
      <span className="badged">
        <Menu size={20} />
        {hasNews && <span className="badge" />}
      </span>
    </button>
  )
}
