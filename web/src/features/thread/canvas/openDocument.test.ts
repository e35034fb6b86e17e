// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { closeDocument, holdDocument, openDocument, openedDocument, openFromAnswer } from './openDocument.ts'

const one = { conversationId: 'c', documentId: 'one' }
const two = { conversationId: 'c', documentId: 'two' }
afterEach(closeDocument)

test('an answer replaces a document only while the person isn’t using it', () => {
  openDocument(one)
  let isHeld = true
  const end = holdDocument(() => isHeld)
  openFromAnswer(two)
  expect(openedDocument.read()).toEqual({ document: one, by: 'Person' })
  isHeld = false
  openFromAnswer(two)
  expect(openedDocument.read()).toEqual({ document: two, by: 'Answer' })
  isHeld = true
  end()
  openFromAnswer(one)
  expect(openedDocument.read().document).toEqual(one)
})

test('another version of the open document changes nothing about where the focus goes', () => {
  openDocument(one)
  const before = openedDocument.read()
  openFromAnswer({ ...one })
  expect(openedDocument.read()).toBe(before)
})
