// @vitest-environment happy-dom
import { act, type FormEvent, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { Drawer } from './Drawer.tsx'
import { Menu } from './Menu.tsx'
import { Popover } from './Popover.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let unmount = () => {}
afterEach(() => act(() => unmount()))

const outer = vi.fn((event: FormEvent) => event.preventDefault())
const inner = vi.fn((event: FormEvent) => event.preventDefault())
beforeEach(() => {
  outer.mockClear()
  inner.mockClear()
})

const form = <form aria-label="inner" onSubmit={inner} />
const around: Record<string, ReactNode> = {
  dialog: <Dialog open>{form}</Dialog>,
  drawer: <Drawer open>{form}</Drawer>,
  popover: (
    <Popover open anchorReference="none">
      {form}
    </Popover>
  ),
  menu: (
    <Menu open anchorReference="none">
      {form}
    </Menu>
  ),
}

it.each(Object.entries(around))('a form in a %s does not submit the form around it', (_, portal) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => root.unmount()
  act(() => root.render(<form onSubmit={outer}>{portal}</form>))
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  act(() => void document.querySelector('[aria-label=inner]')!.dispatchEvent(submit))
  expect(inner).toHaveBeenCalledOnce()
  expect(outer).not.toHaveBeenCalled()
})
