import { expect, it } from 'vitest'
import { haveImages, placeOfImage } from './imagePath.ts'

const [conversation, segment, key] = ['1', '2', '3'].map(
  (digit) => `${digit.repeat(8)}-1111-7111-8111-111111111111`,
)
const below = `${conversation}/segments/${segment}/generatedImages/${key}/image-2.webp`

it.each(['/api/internal/userConversations', '/api/internal/configStates/x/conversations'])(
  'the path of an image names its conversation, segment, key, and file below %s',
  (base) => {
    expect(placeOfImage(`${base}/${below}`)).toEqual({
      conversationId: conversation,
      conversationSegmentId: segment,
      key,
      fileName: 'image-2.webp',
    })
  },
)

it.each([
  '/api/internal/generatedImages/1',
  `/api/internal/userConversations/${below}/edits`,
  `/api/internal/userConversations/${below.replace('image-2', 'x')}`,
  `/api/internal/userConversations/${below.replace(String(key), '1')}`,
])('%s is no such path', (path) => {
  expect(placeOfImage(path)).toBeNull()
})

it('finds answers with images', () => {
  expect(
    haveImages([{ answer: 'Hello' }, { answer: `![A](/api/internal/userConversations/${below})` }]),
  ).toBe(true)
  expect(haveImages([{ answer: 'Hello' }])).toBe(false)
})
