// @vitest-environment happy-dom
import { defaultBrand } from '@parlance/contract/theme/brand'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { muiTheme } from './muiTheme.ts'
import { Tooltip } from './Tooltip.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let unmount = () => {}
beforeEach(async () => {
  vi.useFakeTimers()
  // The library shows a tooltip at once while another is open, or was a moment ago, in whichever file.
  rest()
  act(
    () => void document.querySelector('button')!.dispatchEvent(new MouseEvent('mouseout', { bubbles: true })),
  )
  await wait(2000)
  act(() => unmount())
  document.body.replaceChildren()
})
afterEach(() => {
  act(() => unmount())
  vi.useRealTimers()
})

const tooltip = () => document.querySelector('[role=tooltip]')?.textContent
function rest(delay?: number) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <Tooltip title="What it does" {...(delay === undefined ? {} : { enterDelay: delay })}>
        <button type="button">It</button>
      </Tooltip>,
    ),
  )
  act(
    () =>
      void document.querySelector('button')!.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })),
  )
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('[R-9-032] appears after a second on the wrapper, unless another delay is set', async () => {
  rest()
  await wait(950)
  expect(tooltip()).toBeUndefined()
  await wait(100)
  expect(tooltip()).toBe('What it does')
  act(() => unmount())
  rest(200)
  await wait(250)
  expect(tooltip()).toBe('What it does')
})

it('[R-9-033] appears after 500 ms by the theme', () => {
  expect(muiTheme(defaultBrand, 'ltr').components?.MuiTooltip?.defaultProps?.enterDelay).toBe(500)
})
