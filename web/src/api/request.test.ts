import { expect, it } from 'vitest'
import { callOf, fillPath } from './request.ts'

const id = '0198a2b4-0000-7000-8000-000000000001'

it('puts parameters into the path and the rest into the query of a GET', () => {
  expect(callOf('dataSources.listFiles', { dataSourceId: id, search: 'a' })).toEqual({
    method: 'GET',
    path: `/api/internal/dataSources/${id}/files`,
    query: { search: 'a' },
  })
})

it('puts the rest into the body of other methods, and repeats a parameter if the input has it, too', () => {
  expect(
    callOf('conversations.updateSelectedLeafSegmentId', { conversationId: id, selectedLeafSegmentId: 's' }),
  ).toEqual({
    method: 'PUT',
    path: `/api/internal/userConversations/${id}/updateSelectedLeafSegmentId`,
    body: { conversationId: id, selectedLeafSegmentId: 's' },
  })
  expect(callOf('conversations.addSegment', { conversationId: id, question: 'q' }).body).toEqual({
    question: 'q',
  })
})

it('sends no body with a DELETE that needs none', () => {
  expect(callOf('dataSources.removeFile', { dataSourceId: id, fileId: id }).body).toBeUndefined()
})

it('keeps a parameter within its segment, and rejects a missing one', () => {
  expect(fillPath('/a/{x}/b', { x: '../c?d#e' })).toBe('/a/..%2Fc%3Fd%23e/b')
  expect(() => fillPath('/a/{x}', {})).toThrow('needs x')
})
