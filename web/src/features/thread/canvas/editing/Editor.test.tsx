// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Editor } from './Editor.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('stays the same editor with another title, lets Tab through, and keeps Escape', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (label: string) =>
    act(() =>
      root.render(
        <Editor
          ref={null}
          {...{ kind: 'Code', language: 'python', text: 'x = 1', label, readOnly: false }}
          onText={() => undefined}
          onSelection={() => undefined}
        />,
      ),
    )
  show('Content of A')
  const content = place.querySelector('.cm-content')!
  expect(content.getAttribute('aria-label')).toBe('Content of A')
  show('Content of B')
  expect(place.querySelector('.cm-content')).toBe(content)
  expect(content.getAttribute('aria-label')).toBe('Content of B')

  const outside: string[] = []
  const hear = (event: KeyboardEvent) => outside.push(`${event.key} ${event.defaultPrevented}`)
  addEventListener('keydown', hear)
  for (const [key, keyCode] of [
    ['Tab', 9],
    ['Escape', 27],
  ] as const)
    content.dispatchEvent(
      new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true } as KeyboardEventInit),
    )
  removeEventListener('keydown', hear)
  expect(outside).toEqual(['Tab false'])
  act(() => root.unmount())
})
