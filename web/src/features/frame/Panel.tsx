import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Drawer } from '../../ui/mui/Drawer.tsx'
import { frameTexts } from './lang/en.ts'
import { closePanel } from './panels.ts'
import './panels.css'

interface Props {
  title: string
  actions?: ReactNode
  /** For content that needs more than the usual width. */
  wide?: boolean
  close?: () => void
  children: ReactNode
}

/** A panel at the page's end side: on the right, or on the left in right-to-left languages. */
export function Panel({ title, actions, wide, close = closePanel, children }: Props) {
  const t = frameTexts.useText()
  const heading = useId()
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      transitionDuration={200}
      slotProps={{
        paper: { className: wide ? 'panel wide' : 'panel', role: 'dialog', 'aria-labelledby': heading },
      }}
    >
      <header className="row panel-head">
        <h2 className="h3 grow" id={heading}>
          {title}
        </h2>
        {actions}
        <button type="button" className="ib" aria-label={t('closePanel')} onClick={close}>
          <X size={18} />
        </button>
      </header>
      <div className="panel-body">{children}</div>
    </Drawer>
  )
}
