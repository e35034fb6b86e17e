import { client } from '@parlance/contract/limits'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { Attachments } from './useAttachments.ts'

/** Handles pastes into the message: attaches files, and texts too long to read in the field. */
export function useLongPaste(attachments: Attachments, takes: { files: boolean; texts: boolean }) {
  // Ctrl+Shift+V pastes plain text, so a long text isn't turned into a file.
  const isPlain = useRef(false)
  return {
    onKeyDown(event: KeyboardEvent): void {
      if (event.code === 'KeyV') isPlain.current = event.shiftKey && (event.ctrlKey || event.metaKey)
    },
    onKeyUp(): void {
      isPlain.current = false
    },
    onPaste(event: ClipboardEvent): void {
      const { files, types } = event.clipboardData
      // Office programs copy text together with a picture of it.
      if (takes.files && files.length > 0 && !types.includes('text/plain')) {
        event.preventDefault()
        attachments.add([...files])
        return
      }
      if (!takes.texts || isPlain.current) return
      const text = event.clipboardData.getData('text/plain')
      if (text.length > client.longPasteCharacters && attachments.addText(text)) event.preventDefault()
    },
  }
}
