// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fakeServer.ts'

vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))
const { useVisionImage } = await import('./visionImages.ts')

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const image = {
  visionImageId: 'i1',
  blobFileName: 'whole-1.jpg',
  thumbnailBlobFileName: 'thumbnail-1.webp',
  width: 4,
  height: 2,
}
let unmount = () => {}
afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
})

function Shown({ size, place }: { size: 'whole' | 'thumbnail'; place: string }) {
  const { address, failed } = useVisionImage(image, size)
  return <img alt={place} src={address ?? undefined} data-failed={failed} />
}

/** Renders these images and returns the object URL of each. */
async function show(...shown: ['whole' | 'thumbnail', string][]): Promise<(string | null)[]> {
  act(() => unmount())
  const place = document.createElement('div')
  const root = createRoot(place)
  unmount = () => root.unmount()
  await act(async () =>
    root.render(shown.map(([size, name]) => <Shown key={name} size={size} place={name} />)),
  )
  await vi.waitFor(() => {
    for (const one of place.querySelectorAll('img')) expect(one.getAttribute('src')).toMatch(/^blob:/)
  })
  return [...place.querySelectorAll('img')].map((one) => one.getAttribute('src'))
}

it('[R-3-112] [R-4-083] thumbnailsFull and uploadedImagesFull: each is cached under its name and loaded once', async () => {
  const { calls } = fakeServer(({ path }) =>
    Response.json({
      base64Content: btoa(path.includes('thumbnail') ? 'small' : 'large'),
      mimeType: 'image/jpeg',
    }),
  )
  const [one, same, whole] = await show(['thumbnail', 'a'], ['thumbnail', 'b'], ['whole', 'c'])
  expect(same).toBe(one)
  expect(whole).not.toBe(one)
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/internal/userConversations/VisionImages/i1/Files/thumbnail-1.webp/base64',
    '/api/internal/userConversations/VisionImages/i1/Files/whole-1.jpg/base64',
  ])
  expect(await show(['thumbnail', 'later'], ['whole', 'later, large'])).toEqual([one, whole])
  expect(calls).toHaveLength(2)
})
