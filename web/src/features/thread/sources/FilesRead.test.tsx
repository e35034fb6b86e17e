// @vitest-environment happy-dom
import type { FileRead } from '@parlance/contract/events'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { chatSlice } from '../../chatModel/chatSlice.ts'
import type { TurnChat } from '../useThread.ts'
import { FilesRead } from './FilesRead.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const ask = vi.fn()
const page = { asking: { againOverWholeFiles: ask }, available: true } as unknown as TurnChat
const whole = (title: string): FileRead => ({ title, path: `d/${title}`, kind: 'Whole', read: 4, total: 4 })
const part: FileRead = {
  title: 'manual.pdf',
  path: 'd/manual',
  kind: 'Passages',
  read: 12,
  total: 1311,
  wholeTokens: 40_123,
}

let unmount = () => {}
beforeEach(() => ask.mockReset())
afterEach(() => act(() => unmount()))

function show(reads: FileRead[]): HTMLElement {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const segment = {
    conversationSegmentId: 's1',
    parentSegmentId: 's0',
    gptSystem: { gptSystemId: 'g1', name: 'Guide' },
    question: 'Why?',
    attachments: [],
    visionImages: [],
    reads,
  } as unknown as ShownSegment
  const store = configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  act(() =>
    root.render(
      <Provider store={store}>
        <FilesRead segment={segment} page={page} />
      </Provider>,
    ),
  )
  return place
}

it('says which files were read in full and how much of the others, and counts files beyond three', () => {
  const place = show([whole('a.md'), part, whole('b.md'), whole('c.md'), whole('d.md')])
  const texts = [...place.querySelectorAll('.file-read')].map((one) => one.textContent)
  expect(texts).toEqual([
    'a.md read in full',
    'manual.pdf 12 of 1,311 passages read',
    'b.md read in full',
    '2 more files',
  ])
})

it('says which pages were read if they are in a row', () => {
  const place = show([{ ...part, kind: 'Pages', from: 1, read: 1040, total: 2311 }])
  expect(place.querySelector('.file-read')?.textContent).toBe('manual.pdf pages 1–1,040 of 2,311 read')
})

it('asks the question again over whole files with one click, and says what that reads', () => {
  const button = show([whole('a.md'), part]).querySelector('button')!
  expect(button.textContent).toBe('Read in full (about 40,200 tokens)')
  act(() => button.click())
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ conversationSegmentId: 's1' }))
})

it('says what reading in full costs if the model has a price', () => {
  const place = show([
    { ...part, wholeCostUsd: 0.8 },
    { ...part, path: 'd/other', wholeCostUsd: 0.13 },
  ])
  expect(place.querySelector('button')?.textContent).toBe('Read in full (about 80,300 tokens, $0.93)')
})

it('offers nothing if everything was read or can’t be, and is not shown without files', () => {
  const { wholeTokens: _, ...alone } = part
  expect(show([whole('a.md'), alone]).querySelector('button')).toBeNull()
  expect(show([]).textContent).toBe('')
})
