import { Menu } from 'lucide-react'
import { openSidebar } from './sidebar.ts'
import { uiTexts } from './uiTexts.ts'
import { useLarge } from './useMediaQuery.ts'

/** For a page's header: opens the sidebar where it is a drawer, and is absent where it stands beside the page. */
export function OpenSidebarButton() {
  const t = uiTexts.useText()
  if (useLarge()) return null
  return (
    <button
      type="button"
      className="ib"
      aria-label={t('openSidebar')}
      data-tour-guide="open-sidebar"
      onClick={openSidebar}
    >
      <Menu size={20} />
    </button>
  )
}
