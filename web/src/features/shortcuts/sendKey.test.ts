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

it('Enter sends where it is set to, and Shift+Enter where that is', () => {
  expect(sendsQuestion(pressed(), 'Enter')).toBe(true)
  expect(sendsQuestion(pressed({ shiftKey: true }), 'Enter')).toBe(false)
  expect(sendsQuestion(pressed(), 'ShiftEnter')).toBe(false)
  expect(sendsQuestion(pressed({ shiftKey: true }), 'ShiftEnter')).toBe(true)
})

it('with Ctrl or ⌘ it sends always, with Alt never, and no other key does', () => {
  for (const sendKey of ['Enter', 'ShiftEnter'] as const) {
    for (const shiftKey of [true, false]) {
      expect(sendsQuestion(pressed({ ctrlKey: true, shiftKey }), sendKey)).toBe(true)
      expect(sendsQuestion(pressed({ metaKey: true, shiftKey }), sendKey)).toBe(true)
      expect(sendsQuestion(pressed({ altKey: true, shiftKey }), sendKey)).toBe(false)
      expect(sendsQuestion(pressed({ key: 'a', shiftKey }), sendKey)).toBe(false)
    }
  }
})

it('what an input method composes is never sent, also where only the code of the key says so', () => {
  for (const native of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const change of [{}, { shiftKey: true }, { ctrlKey: true }]) {
      for (const sendKey of ['Enter', 'ShiftEnter'] as const)
        expect(sendsQuestion(pressed(change, native), sendKey)).toBe(false)
    }
  }
})

it('the keys are told as they are set', () => {
  expect(keysOf('Enter')).toMatchObject({ send: 'Enter', newLine: '⇧ Enter' })
  expect(keysOf('ShiftEnter')).toMatchObject({ send: '⇧ Enter', newLine: 'Enter' })
})
