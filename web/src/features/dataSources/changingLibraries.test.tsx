// @vitest-environment happy-dom

import { act } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../testing/screen.tsx'
import { leaving, stay } from '../../ui/leaveGuard.ts'
import { tellUploaded } from './data/uploads.ts'
import { LibraryPage } from './LibraryPage.tsx'

const library = {
  dataSourceId: '1',
  name: 'Handbook',
  description: 'The old one',
  files: 0,
  filesReady: 0,
  filesFailed: 0,
  passages: 0,
  endpointsType: 'default',
  mayBeSharedOnward: false,
  mayBePublic: false,
  mayWrite: true,
  reviewAfterDays: 365,
  graphIndex: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 3,
}

const health = {
  size: 0,
  files: 0,
  passages: 0,
  tokens: 0,
  lastIndexedAt: null,
  citationsCountedSince: '2026-01-01T00:00:00.000Z',
  neverCited: 0,
  outdated: 0,
  duplicates: 0,
  failed: 0,
  empty: 0,
  notCompared: 0,
}

function open(replies: Replies) {
  const server = fakeReplies(replies)
  show(
    <Routes>
      <Route path="/admin/datasource" element="All libraries" />
      <Route path="/admin/datasource/:dataSourceId/edit" element={<LibraryPage />} />
    </Routes>,
    '/admin/datasource/1/edit',
  )
  return server
}
const listed = (shown: object = library) => ({
  '/dataSources/1': () => json(shown),
  '/dataSources/1/health': () => json(health),
})

it('a library is renamed and described on its page', async () => {
  const replies: Replies = { ...listed(), 'PUT /fileLibraries/1': () => problem(409, 'dataSource.nameTaken') }
  const { calls } = open(replies)
  await untilShown('Handbook')
  await press('button', 'Edit')
  type(get('textbox', 'Name'), ' Manual ')
  type(get('textbox', 'Description'), 'The new one')
  await press('button', 'Save')
  await untilShown('already exists')
  Object.assign(replies, {
    'PUT /fileLibraries/1': () => json({ ...library, name: 'Manual' }),
    ...listed({ ...library, name: 'Manual', description: 'The new one', version: 4 }),
  })
  await press('button', 'Save')
  await until(() => expect(document.querySelector('h1')?.textContent).toBe('Manual'))
  const saved = calls.findLast(({ method }) => method === 'PUT')
  expect(JSON.parse(saved?.body ?? '')).toEqual({ name: 'Manual', description: 'The new one' })
  expect(saved?.headers['if-match']).toBe('"3"')
})

it('a library that agents use is deleted only after a second confirmation', async () => {
  const replies: Replies = { ...listed(), 'DELETE /fileLibraries/1': () => problem(409, 'dataSource.inUse') }
  const { calls } = open(replies)
  await untilShown('Handbook')
  await press('button', 'Delete library')
  await untilShown('This can’t be undone')
  await press('button', 'Delete library', get('dialog'))
  await untilShown('Agents still answer from this file library')
  replies['DELETE /fileLibraries/1'] = () => new Response(null, { status: 204 })
  await press('button', 'Remove from agents and delete')
  await untilShown('All libraries')
  const bodies = calls.filter(({ method }) => method === 'DELETE').map(({ body }) => JSON.parse(body ?? '{}'))
  expect(bodies).toEqual([{}, { unlink: true }])
})

it('a library that doesn’t exist is reported after one call, with a way back', async () => {
  const { calls } = open({ '/dataSources/1': () => problem(404, 'dataSource.notFound') })
  await untilShown('This file library doesn’t exist')
  expect(get('link', 'Back to file libraries').getAttribute('href')).toBe('/admin/datasource')
  expect(calls.map(({ path }) => path)).toEqual(['/api/internal/dataSources/1'])
})

it('a library that couldn’t be loaded is loaded again only when the user asks for it', async () => {
  const replies: Replies = { '/dataSources/1': () => json({}, 500) }
  const { calls } = open(replies)
  await until(() => get('button', 'Try again'))
  expect(calls).toHaveLength(1)
  Object.assign(replies, listed())
  await press('button', 'Try again')
  await untilShown('The old one')
})

it('people who can only read the library, though they can change another one, get no controls', async () => {
  open(listed({ ...library, mayWrite: false }))
  await untilShown('Handbook')
  for (const name of ['Edit', 'Delete library', 'Add files to Handbook'])
    expect(all('button', name)).toEqual([])
  expect(document.body.textContent).not.toContain('Allow further sharing')
})

it('asks before edited values of a library are discarded, and not before others are', async () => {
  open(listed())
  await untilShown('Handbook')
  await press('button', 'Edit')
  const pressEscape = () =>
    act(
      () =>
        void get('textbox', 'Name').dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
        ),
    )
  await until(() => void get('textbox', 'Name'))
  type(get('textbox', 'Name'), 'Manual')
  pressEscape()
  expect(leaving.read().leave).toBeDefined()
  act(stay)
  expect(all('dialog')).toHaveLength(1)
  type(get('textbox', 'Name'), 'Handbook')
  pressEscape()
  expect(leaving.read().leave).toBeUndefined()
  await until(() => expect(all('dialog')).toEqual([]))
})

it('a file is counted that arrived while the library was being read', async () => {
  const second = Promise.withResolvers<Response>()
  const filled = (files: number) => json({ ...library, files, filesReady: files })
  let reads = 0
  open({
    '/dataSources/1': () => {
      reads += 1
      return reads === 2 ? second.promise : filled(reads === 1 ? 2 : 4)
    },
    '/dataSources/1/health': () => json(health),
  })
  await untilShown(/2 of 2 files ready/)
  tellUploaded('1')
  await until(() => expect(reads).toBe(2))
  tellUploaded('1')
  await new Promise((resolve) => setTimeout(resolve, 400))
  // Answered before the last file arrived.
  second.resolve(filled(3))
  await untilShown(/4 of 4 files ready/)
})
