import { useEffect, useState } from 'react'
import { uiTexts } from './lang/en.ts'
import { toast } from './toast.tsx'

const SHOWN_MS = 2000

/** Copies text, with `html` for programs that paste formatted text, and confirms it for two seconds. */
export function useCopy(): [copied: boolean, copy: (text: string, html?: string) => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string, html?: string) => void copyText(text, html).then(setCopied)
  return [copied, copy]
}

/** Copies text. Returns whether that worked, and says so if the browser refuses it. */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    if (html === undefined || typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })])
    return true
  } catch {
    toast.error(uiTexts.text('copyFailed'))
    return false
  }
}
