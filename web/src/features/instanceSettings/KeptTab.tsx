import { type ReactNode, useState } from 'react'

interface Props {
  open: boolean
  children: ReactNode
}

/** A tab that stays once it was open: what is typed there is not lost over a look at another one. */
export function KeptTab({ open, children }: Props) {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen && <div hidden={!open}>{children}</div>
}
