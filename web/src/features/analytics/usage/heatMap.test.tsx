// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/screen.tsx'
import { HeatMap } from './HeatMap.tsx'

const cell = (weekday: number, hour: number) =>
  document.querySelector<HTMLElement>(`[data-at="${weekday} ${hour}"]`)!
const press = (...keys: string[]) => {
  for (const key of keys)
    act(
      () => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    )
}
const tooltip = () => document.querySelector('.heat-tooltip')?.textContent

it('is one tab stop, from which arrow keys lead to each hour and its number', () => {
  show(<HeatMap of={(weekday, hour) => (weekday === 2 ? 'FewerThan5' : hour)} />)
  const stops = () => [...document.querySelectorAll<HTMLElement>('td[tabindex="0"]')]
  expect(stops()).toEqual([cell(1, 9)])
  act(() => cell(1, 9).focus())
  expect(tooltip()).toBe('Monday, 9 AM to 10 AMQuestions9')
  press('ArrowRight', 'ArrowDown')
  expect(document.activeElement).toBe(cell(2, 10))
  expect(tooltip()).toBe('Tuesday, 10 AM to 11 AMQuestionsfewer than 5')
  press('ArrowUp', 'ArrowUp')
  expect(stops()).toEqual([cell(1, 10)])
})

it('has the number of each hour as a table', () => {
  show(<HeatMap of={(weekday, hour) => weekday * 100 + hour} />)
  const rows = [...document.querySelectorAll('tbody tr')]
  expect(rows).toHaveLength(7)
  expect(rows[6]!.querySelectorAll('td')).toHaveLength(24)
  expect(rows[6]!.textContent).toMatch(/^Sun700701/)
  expect([...document.querySelectorAll('thead th')].at(13)!.textContent).toBe('1 PM')
})
