import { expect, test } from 'vitest'
import { withoutImagePaths } from '../../generatedImages/imagePaths.ts'
import { editTool, imageOrderOf } from './imageOrder.ts'
import { numberIn } from './imageTexts.ts'

const prompt = 'A harbor at dawn'

test('[R-4-053] what a model asks for is understood', () => {
  const input = {
    prompt: `  ${prompt}\n\u0000`,
    alt: 'Harbor',
    count: '3',
    size: 'landscape',
    quality: 'HIGH',
  }
  expect(imageOrderOf({ ...input, background: 'Opaque' }, 'generate')).toEqual({
    prompt,
    alt: 'Harbor',
    count: 3,
    size: 'Landscape',
    quality: 'High',
    background: 'Opaque',
    edited: null,
  })
  expect(imageOrderOf({ prompt, size: '1024x1024' }, 'generate')).toMatchObject({
    alt: prompt,
    count: 1,
    size: null,
  })
  // A backtick could begin code that ends far behind the image.
  expect(imageOrderOf({ prompt, alt: 'A `harbor\n\n at dawn' }, 'generate')).toMatchObject({
    alt: "A 'harbor at dawn",
  })
  expect(imageOrderOf({ prompt, image: 'image-12.webp' }, 'edit')).toMatchObject({ edited: 12 })
})

test.each([
  [{}, 'generate', 'no text in "prompt"'],
  [{ prompt: 7 }, 'generate', 'no text in "prompt"'],
  [{ prompt: 'x'.repeat(4001) }, 'generate', 'more than 4000 characters'],
  [{ prompt, count: 5 }, 'generate', 'from 1 to 4'],
  [{ prompt, count: 1.5 }, 'generate', 'from 1 to 4'],
  [{ prompt, count: 'many' }, 'generate', 'from 1 to 4'],
  [{ prompt }, 'edit', 'no name of an image'],
  [{ prompt, image: 'the fox' }, 'edit', 'no name of an image'],
] as const)('%j is refused for %s: %s', (input, kind, reason) => {
  expect(imageOrderOf(input, kind)).toEqual({ refusal: expect.stringContaining(reason) })
})

test('a name of an image has a number, in any form that models write', () => {
  expect(
    ['image-3', 'Image-3.webp', ' 3 ', 3, '../3', 'image-', null, 'image-1234567'].map(numberIn),
  ).toEqual([3, 3, 3, 3, null, null, null, null])
})

test('models get names instead of paths, and only those of generated images', () => {
  const id = '11111111-1111-7111-8111-111111111111'
  const path = `/api/internal/userConversations/${id}/segments/${id}/generatedImages/${id}/image-4.webp`
  expect(withoutImagePaths(`Look:\n\n![A fox](${path})\n\n![x](/api/internal/other/image-4.webp)`)).toBe(
    'Look:\n\n![A fox](image-4)\n\n![x](/api/internal/other/image-4.webp)',
  )
})

test('the tool names the images of a conversation', () => {
  expect(editTool([]).description).not.toContain('Images:')
  expect(editTool([{ number: 2, alt: 'A "fox"' }]).description).toContain('Images: image-2 ("A \\"fox\\"").')
})
