import { type ReactNode, Suspense, useState } from 'react'

/** Mounts a part that is loaded later when it is first opened, and keeps it, so that it is seen to close. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened && <Suspense fallback={null}>{children}</Suspense>
}
