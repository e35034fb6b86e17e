import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markChanged, markConnected, shownMark } from './shownMark.ts'

beforeEach(() => {
  vi.useFakeTimers()
  shownMark.set({ mark: '' })
})
afterEach(() => {
  vi.useRealTimers()
})
const mark = () => shownMark.read().mark

it('is known at once when the page is opened', () => {
  markConnected()
  markChanged('a')
  expect(mark()).toBe('a')
})

it('changes within ten seconds while the page is open, and ends at once', () => {
  markConnected()
  vi.advanceTimersByTime(60_000)
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  markChanged('a')
  expect(mark()).toBe('')
  vi.advanceTimersByTime(10_000)
  expect(mark()).toBe('a')
  markChanged('')
  expect(mark()).toBe('')
})

it('is dropped if a new connection doesn’t repeat it, and kept if it does', () => {
  markConnected()
  markChanged('a')
  vi.advanceTimersByTime(60_000)
  markConnected()
  markChanged('a')
  vi.advanceTimersByTime(60_000)
  expect(mark()).toBe('a')
  markConnected()
  expect(mark()).toBe('a')
  vi.advanceTimersByTime(10_000)
  expect(mark()).toBe('')
})
