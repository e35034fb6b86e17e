import { client } from '@parlance/contract/limits'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { Attachments } from './useAttachments.ts'

/** What a paste into the message becomes: files are attached, and so is a text that is too long to be read in the field. */
export function useLongPaste(attachments: Attachments, takesFiles: boolean) {
  // Ctrl+Shift+V, which pastes without format: it asks for the text itself.
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
      // What an office program copies is text, with a picture of it beside.
      if (files.length > 0 && !types.includes('text/plain')) {
        event.preventDefault()
        attachments.add([...files])
        return
      }
      if (!takesFiles || isPlain.current) return
      const text = event.clipboardData.getData('text/plain')
      if (text.length > client.longPasteCharacters && attachments.addText(text)) event.preventDefault()
    },
  }
}
