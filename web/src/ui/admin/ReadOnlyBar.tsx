import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import './edit.css'

/** Replaces the save bar if nothing can be changed, and explains why. */
export function ReadOnlyBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-area">
      <p className="row save-bar s13 m2">
        <Lock size={14} />
        <span>{children}</span>
      </p>
    </div>
  )
}
