import { expect, it } from 'vitest'
import type { ShownSegment } from '../chatModel/branch.ts'
import { withoutOf } from '../chatModel/stream/ChatStream.ts'
import { refusedFor } from './refusedFor.ts'

const image = { visionImageId: 'i', blobFileName: '', thumbnailBlobFileName: '', width: 1, height: 1 }
const file = { attachmentId: 'a', originalFileName: 'a.pdf' }
const refused = (code: string, brought: Partial<ShownSegment> = {}) =>
  refusedFor({
    visionImages: [image],
    attachments: [file],
    errors: [{ code, text: '', requestId: '' }],
    ...brought,
  } as unknown as ShownSegment)

it('asks without what caused the rejection, but only if that would help', () => {
  for (const code of [
    'conversation.cannotSee',
    'conversation.imagesNotSent',
    'visionImage.notSendable',
    'engine.refused',
  ])
    expect(refused(code), code).toBe('images')
  for (const code of ['attachment.notFound', 'attachment.sent'])
    expect(refused(code), code).toBe('attachments')
  for (const code of ['engine.key', 'conversation.tooManyRuns', 'usage.agentLimit'])
    expect(refused(code), code).toBe(null)
  expect(refused('engine.refused', { visionImages: [] })).toBe(null)
  expect(refused('attachment.notFound', { attachments: [] })).toBe(null)
  expect(refused('', { errors: [] })).toBe(null)
})

it('neither shows nor sends what is left out, and keeps the rest', () => {
  const asked = {
    gptSystemId: 'g',
    conversationId: 'c',
    question: 'Why?',
    parentSegmentId: null,
    attachments: [file],
    attachmentIds: ['a'],
    images: [image],
    visionImageIds: ['i'],
  }
  expect(withoutOf(asked, 'images')).toEqual({ ...asked, without: 'images', images: [], visionImageIds: [] })
  expect(withoutOf(asked, 'attachments')).toEqual({
    ...asked,
    without: 'attachments',
    attachments: [],
    attachmentIds: [],
  })
})
