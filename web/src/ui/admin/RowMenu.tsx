import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Menu, MenuItem } from '../mui/Menu.tsx'
import { adminTexts } from './lang/en.ts'

export interface RowAction {
  key: string
  label: string
  Icon: LucideIcon
  danger?: boolean
  act: () => void
}

export interface OpenRow {
  name: string
  actions: RowAction[]
  anchor: HTMLElement
}

export function RowMenuButton({
  name,
  actions,
  open,
}: Omit<OpenRow, 'anchor'> & { open: (row: OpenRow) => void }) {
  const t = adminTexts.useText()
  return (
    <button
      type="button"
      className="ib sm"
      aria-haspopup="menu"
      aria-label={t('actionsOf', { name })}
      onClick={({ currentTarget }) => open({ name, actions, anchor: currentTarget })}
    >
      <Ellipsis size={16} />
    </button>
  )
}

/** One menu shared by all rows of a list. */
export function RowMenu({ open, close }: { open: OpenRow | null; close: () => void }) {
  const t = adminTexts.useText()
  if (!open) return null
  return (
    <Menu
      open
      anchorEl={open.anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': t('actionsOf', { name: open.name }) } }}
    >
      {open.actions.map(({ key, label, Icon, danger, act }) => (
        <MenuItem
          key={key}
          className={danger ? 'danger-item' : ''}
          onClick={() => {
            close()
            act()
          }}
        >
          <Icon size={16} />
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
