import Drawer from '@mui/material/Drawer'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { shellTexts } from '../shellTexts.ts'
import { closePanel } from './panels.ts'
import './panels.css'

/** A panel at the page's end: right, and left where one reads from the right. */
export function Panel(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { title, actions, children } = props
  const t = shellTexts.useText()
  const heading = useId()
  return (
    <Drawer
      open
      anchor="right"
      onClose={closePanel}
      transitionDuration={200}
      slotProps={{ paper: { className: 'panel', role: 'dialog', 'aria-labelledby': heading } }}
    >
      <header className="row panel-head">
        <h2 className="h3 grow" id={heading}>
          {title}
        </h2>
        {actions}
        <button type="button" className="ib" aria-label={t('closePanel')} onClick={closePanel}>
          <X size={18} />
        </button>
      </header>
      <div className="panel-body">{children}</div>
    </Drawer>
  )
}
