import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { SaveArea } from './SaveArea.tsx'

/** Replaces the save bar if nothing can be changed, and explains why. */
export function ReadOnlyBar({ children }: { children: ReactNode }) {
  return (
    <SaveArea>
      <p className="row save-bar s13 m2">
        <Lock size={14} />
        <span>{children}</span>
      </p>
    </SaveArea>
  )
}
