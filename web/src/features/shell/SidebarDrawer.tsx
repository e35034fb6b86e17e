import type { ReactNode } from 'react'
import { Drawer } from '../../ui/mui/Drawer.tsx'
import { closeSidebar } from '../../ui/sidebar.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar as a drawer, if the page has no room next to it. */
export function SidebarDrawer({ open, children }: { open: boolean; children: ReactNode }) {
  const t = frameTexts.useText()
  return (
    <Drawer
      open={open}
      onClose={closeSidebar}
      transitionDuration={200}
      className="drawer"
      slotProps={{ paper: { 'aria-label': t('sidebar') } }}
    >
      <Sidebar drawer>{children}</Sidebar>
    </Drawer>
  )
}
