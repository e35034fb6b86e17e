// @vitest-environment happy-dom
import { test } from 'vitest'
import { show, untilShown } from '../../../testing/screen.tsx'
import { ScanNote } from './ScanNote.tsx'

const scan = { state: 'Reading', pages: 10, read: 3, failed: 0, unsure: 0, waitsFor: null } as const

test('a file says how far its pages are', async () => {
  show(<ScanNote scan={scan} />)
  await untilShown('Reading scanned pages, 3 of 10')
})

test.each([
  ['Model', 'Waiting because the model is no longer available. Choose another one in the library.'],
  ['Limit', 'Waiting because a limit or budget is used up.'],
  ['Languages', 'Waiting because a language isn’t installed on the server.'],
] as const)('a file that waits says why: %s', async (waitsFor, text) => {
  show(<ScanNote scan={{ ...scan, waitsFor }} />)
  await untilShown(text)
})
