import { type ReactNode, Suspense, useState } from 'react'

/** Mounts a lazy part when it is first opened. It then stays mounted, so its closing animation is visible. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened && <Suspense fallback={null}>{children}</Suspense>
}
