import { Menu } from 'lucide-react'
import { uiTexts } from './lang/en.ts'
import { openSidebar } from './sidebar.ts'
import { useLarge } from './useMediaQuery.ts'

/** A header button that opens the sidebar. It appears only where the sidebar is a drawer. */
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
