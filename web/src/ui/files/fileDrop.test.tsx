// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { show, until } from '../../testing/screen.tsx'
import { useFileDrop } from './useFileDrop.ts'

const place = document.createElement('div')
function Drop({ take }: { take: (files: File[]) => void }) {
  useFileDrop(place, take)
  return null
}

/** A folder whose files can be read only when the test says so. */
function slowFolder() {
  let read = () => {}
  const file = new File(['text'], 'notes.md')
  const entry = { isFile: true, name: 'notes.md', file: (found: (file: File) => void) => found(file) }
  const batches = [[entry], []]
  const folder = {
    isFile: false,
    isDirectory: true,
    name: 'folder',
    createReader: () => ({
      readEntries: (found: (entries: object[]) => void) => {
        const batch = batches.shift() ?? []
        if (batch.length > 0) read = () => found(batch)
        else found(batch)
      },
    }),
  }
  return { item: { kind: 'file', webkitGetAsEntry: () => folder }, read: () => read() }
}

it('gives the files of a folder to what was open when it was dropped', async () => {
  document.body.append(place)
  const first: string[] = []
  const second: string[] = []
  const into = (names: string[]) => (files: File[]) => {
    names.push(...files.map(({ name }) => name))
  }
  let open: (take: (files: File[]) => void) => void = () => {}
  function Screen() {
    const [take, setTake] = useState<(files: File[]) => void>(() => into(first))
    open = (next) => setTake(() => next)
    return <Drop take={take} />
  }
  show(<Screen />)
  const { item, read } = slowFolder()
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], files: [], items: [item] },
  })
  act(() => void place.dispatchEvent(drop))
  act(() => open(into(second)))
  read()
  await until(() => expect(first).toEqual(['notes.md']))
  expect(second).toEqual([])
})
