// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectSender } from '../../../../session/http.ts'
import type { CanvasDocument } from '../data/api.ts'
import { type Change, DocumentSession, type Outcome } from './DocumentSession.ts'
import type { EditorHandle, Range } from './Editor.tsx'
import { useProposal } from './useProposal.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let stored: CanvasDocument
let isOffline = false
let session: DocumentSession
let tools: ReturnType<typeof useProposal>
let mark: Range | null
let unmount = () => {}
const editor: EditorHandle = {
  text: () => session.text,
  show: () => undefined,
  selection: () => ({ from: 0, to: 0 }),
  mark(range) {
    mark = range
  },
  marked: () => mark,
  focus: () => undefined,
}

const handle = { current: editor }

function Screen() {
  tools = useProposal(session, handle)
  return null
}

async function save(version: number, { content }: Change): Promise<Outcome> {
  if (isOffline) return { kind: 'Failed', error: 'lost', isFinal: false }
  stored = { ...stored, content: content ?? stored.content, version: version + 1 }
  return { kind: 'Saved', document: stored }
}

const range = { from: 0, to: 4 }
const events = 'event: response-updated\ndata: {"text":"Take"}\n\nevent: no-more-data\ndata: {}\n\n'

beforeEach(() => {
  isOffline = false
  mark = null
  stored = {
    ...{ documentId: 'd', conversationId: 'c', kind: 'Text', title: 'T', language: '', n: 1, version: 1 },
    ...{ changedAt: '2026-11-30T00:00:00.000Z', content: 'Book trains.', versions: [] },
  }
  session = new DocumentSession(stored, {
    ...{ save, newId: () => 'id', show: () => undefined, later: () => () => undefined },
  })
  connectSender(async () => new Response(events, { headers: { 'content-type': 'text/event-stream' } }))
  const root = createRoot(document.createElement('div'))
  unmount = () => root.unmount()
  act(() => root.render(<Screen />))
})
afterEach(() => act(() => unmount()))

test('puts an accepted proposal into the text as it is then', async () => {
  expect(await act(() => tools.ask(range, 'Change it'))).toBe(true)
  expect(tools.proposal).toEqual({ before: 'Book', after: 'Take', isWritten: true })
  session.typed('Please Book trains.')
  mark = { from: 7, to: 11 }
  await act(() => tools.accept())
  expect([stored.content, tools.proposal]).toEqual(['Please Take trains.', null])
})

test('keeps a proposal that can’t be put in because the text can’t be saved', async () => {
  await act(() => tools.ask(range, 'Change it'))
  session.typed('Book trains. More.')
  isOffline = true
  await act(() => tools.accept())
  expect([tools.isUnsaved, tools.isStale, tools.proposal?.after]).toEqual([true, false, 'Take'])
  isOffline = false
  await act(() => tools.accept())
  expect([stored.content, tools.proposal]).toEqual(['Take trains. More.', null])
})

test('keeps a proposal whose passage was changed', async () => {
  await act(() => tools.ask(range, 'Change it'))
  session.typed('Look trains.')
  await act(() => tools.accept())
  expect([tools.isStale, tools.proposal?.after, stored.content]).toEqual([true, 'Take', 'Look trains.'])
})

test('says that nothing is proposed for a text that can’t be saved', async () => {
  session.typed('Book buses.')
  isOffline = true
  expect(await act(() => tools.ask(range, 'Change it'))).toBe(false)
  expect([tools.isUnsaved, tools.proposal, mark]).toEqual([true, null, null])
})
