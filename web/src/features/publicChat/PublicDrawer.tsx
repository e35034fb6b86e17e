import type { ReactNode } from 'react'
import { Drawer } from '../../ui/mui/Drawer.tsx'
import { closeSidebar } from '../../ui/sidebar.ts'
import { publicChatTexts } from './lang/en.ts'

/** The visitor's conversations over the chat. */
export function PublicDrawer({ open, children }: { open: boolean; children: ReactNode }) {
  const t = publicChatTexts.useText()
  return (
    <Drawer
      open={open}
      onClose={closeSidebar}
      transitionDuration={200}
      className="drawer"
      slotProps={{ paper: { 'aria-label': t('sidebar') } }}
    >
      {children}
    </Drawer>
  )
}
