import type { KeyboardEvent } from 'react'
import type { Settings } from '../../theme/settings.ts'
import { isComposing } from '../../ui/composing.ts'
import { isMac, withControl } from './keyList.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>
}

/**
 * Returns whether a key in a question field sends it, according to the user's setting. Ctrl or ⌘ with Enter
 * always sends.
 */
export function sendsQuestion(event: Pressed, sendKey: Settings['sendKey']): boolean {
  if (event.key !== 'Enter' || event.altKey || isComposing(event)) return false
  return event.ctrlKey || event.metaKey || event.shiftKey === (sendKey === 'ShiftEnter')
}

const enter = isMac ? '↩' : 'Enter'

/** Formats a field's keys for this machine. */
export const keysOf = (sendKey: Settings['sendKey']) => {
  const [plain, shifted] = [enter, `⇧ ${enter}`]
  return {
    send: sendKey === 'ShiftEnter' ? shifted : plain,
    newLine: sendKey === 'ShiftEnter' ? plain : shifted,
    sendAlways: withControl(enter),
  }
}
