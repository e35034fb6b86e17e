import { expect, it } from 'vitest'
import { keysOf, sendsQuestion } from './sendKey.ts'

const pressed = (change: Record<string, unknown> = {}, native: Record<string, unknown> = {}) => ({
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...change,
  nativeEvent: { isComposing: false, keyCode: 13, ...native },
})

it('Enter sends if set to, and otherwise Shift+Enter does', () => {
  expect(sendsQuestion(pressed(), 'Enter')).toBe(true)
  expect(sendsQuestion(pressed({ shiftKey: true }), 'Enter')).toBe(false)
  expect(sendsQuestion(pressed(), 'ShiftEnter')).toBe(false)
  expect(sendsQuestion(pressed({ shiftKey: true }), 'ShiftEnter')).toBe(true)
})

it('with Ctrl or ⌘ Enter always sends, with Alt it never does, and no other key sends', () => {
  for (const sendKey of ['Enter', 'ShiftEnter'] as const) {
    for (const shiftKey of [true, false]) {
      expect(sendsQuestion(pressed({ ctrlKey: true, shiftKey }), sendKey)).toBe(true)
      expect(sendsQuestion(pressed({ metaKey: true, shiftKey }), sendKey)).toBe(true)
      expect(sendsQuestion(pressed({ altKey: true, shiftKey }), sendKey)).toBe(false)
      expect(sendsQuestion(pressed({ key: 'a', shiftKey }), sendKey)).toBe(false)
    }
  }
})

it('IME composition never sends, even if only the key code indicates it', () => {
  for (const native of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const change of [{}, { shiftKey: true }, { ctrlKey: true }]) {
      for (const sendKey of ['Enter', 'ShiftEnter'] as const)
        expect(sendsQuestion(pressed(change, native), sendKey)).toBe(false)
    }
  }
})

it('the key hints match the setting', () => {
  expect(keysOf('Enter')).toMatchObject({ send: 'Enter', newLine: '⇧ Enter' })
  expect(keysOf('ShiftEnter')).toMatchObject({ send: '⇧ Enter', newLine: 'Enter' })
})
