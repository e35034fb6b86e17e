import { useEffect, useState } from 'react'
import { uiTexts } from './lang/en.ts'
import { toast } from './toast.tsx'

const SHOWN_MS = 2000

/** Copies text and confirms it for two seconds. */
export function useCopy(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) => {
    const done = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'))
    done.then(
      () => setCopied(true),
      () => toast.error(uiTexts.text('copyFailed')),
    )
  }
  return [copied, copy]
}
