// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { CanvasDocument } from '../data/api.ts'
import { DocumentSession, type Outcome } from './DocumentSession.ts'
import { isAnythingUnsaved, type Kept, mounted, sessionOf } from './sessions.ts'

/** Editing whose saves end when the test says how. */
function edited(documentId: string) {
  const document: CanvasDocument = {
    ...{ documentId, conversationId: 'c', kind: 'Text', title: 'Policy', language: '', n: 1, version: 1 },
    ...{ changedAt: '2026-11-30T00:00:00.000Z', content: 'Text', versions: [] },
  }
  const waiting: ((outcome: Outcome) => void)[] = []
  const session = new DocumentSession(document, {
    save: () => new Promise((resolve) => waiting.push(resolve)),
    newId: () => 'id',
    show: () => undefined,
    later: () => () => undefined,
  })
  const kept: Kept = { session, shown: { show: () => undefined }, mounts: 0 }
  const end = async (outcome: Outcome) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()!(outcome)
    await session.flush()
  }
  const saved = (content: string): Outcome => ({
    kind: 'Saved',
    document: { ...document, content, version: 2 },
  })
  return { kept, session, waiting, end, saved }
}

/** Closes the page, and returns whether the browser asks first. */
function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  return closing.defaultPrevented
}

test('keeps the editing of a closed document until it is saved, and meanwhile asks before the page closes', async () => {
  const { kept, session, end, saved } = edited('closed')
  const close = mounted('closed', kept)
  expect(asksBeforeClosing()).toBe(false)
  session.typed('Typed')
  expect(asksBeforeClosing()).toBe(true)
  close()
  expect(asksBeforeClosing()).toBe(true)
  const ended = session.flush()
  await expect.poll(() => isAnythingUnsaved()).toBe(true)
  expect(sessionOf('closed')).toBe(kept)
  await end(saved('Typed'))
  await ended
  await expect.poll(() => sessionOf('closed')).toBeUndefined()
  expect(asksBeforeClosing()).toBe(false)
})

test('keeps the editing of a document that was opened again before it was saved', async () => {
  const { kept, session, end, saved } = edited('again')
  const close = mounted('again', kept)
  session.typed('Typed')
  close()
  const closeAgain = mounted('again', kept)
  await end(saved('Typed'))
  expect(session.isDirty).toBe(false)
  expect(sessionOf('again')).toBe(kept)
  closeAgain()
  await expect.poll(() => sessionOf('again')).toBeUndefined()
})

test('saves when the page is hidden', async () => {
  const { kept, session, waiting, end, saved } = edited('hidden')
  const close = mounted('hidden', kept)
  session.typed('Typed')
  dispatchEvent(new Event('pagehide'))
  await expect.poll(() => waiting).toHaveLength(1)
  await end(saved('Typed'))
  close()
})
