import { type ReactNode, useState } from 'react'

interface Props {
  open: boolean
  children: ReactNode
}

/** A tab that stays mounted once opened, so input isn't lost when switching tabs. */
export function MountedTab({ open, children }: Props) {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen && <div hidden={!open}>{children}</div>
}
