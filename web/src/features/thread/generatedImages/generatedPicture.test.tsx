// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../../testing/screen.tsx'
import { AnswerEndedContext } from './answerEnded.ts'
import GeneratedPicture from './GeneratedPicture.tsx'
import { ImageGallery } from './ImageGallery.tsx'

const [c, s, k] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-7111-8111-111111111111`)
const below = `/userConversations/${c}/segments/${s}/generatedImages/${k}`
const path = `/api/internal${below}/image-1.webp`
const image = {
  conversationSegmentId: s,
  key: k,
  fileName: 'image-1.webp',
  alt: 'A fox in the snow',
  prompt: 'A fox, watercolor',
  size: 'Square',
  width: 10,
  height: 10,
  parentKey: null,
  createdAt: '2026-11-20T10:00:00.000Z',
}
const picture = { [`GET ${below}/image-1.webp`]: () => new Response('image') }
const edits = `POST ${below}/edits`

function open({ isEnded = true, replies = {} as Replies } = {}) {
  const server = fakeReplies({ ...picture, ...replies })
  show(
    <AnswerEndedContext value={isEnded}>
      <GeneratedPicture path={path} alt={image.alt} />
    </AnswerEndedContext>,
  )
  const posted = () =>
    server.calls
      .filter(({ method }) => method === 'POST')
      .map(({ body, headers }) => ({ body: JSON.parse(body ?? ''), key: headers['idempotency-key'] }))
  return { posted }
}

it('[R-4-053] an image is shown with its description and marked as made by AI', async () => {
  open({ isEnded: false })
  await until(() => expect(document.querySelector('img')?.alt).toBe(image.alt))
  await untilShown('AI-generated')
  // Nothing can be added to an answer that is still being written.
  expect(all('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Download image'])
})

it('a variant is made with one request, which is repeated with the same key after an error', async () => {
  let fails = true
  const reply = () => (fails ? problem(422, 'generatedImage.refused') : json(image))
  const { posted } = open({ replies: { [edits]: reply } })
  await press('button', 'Create variant')
  await untilShown('The provider’s content filter refused this image.')
  fails = false
  await press('button', 'Create variant')
  await until(() => expect(posted()).toHaveLength(2))
  await until(() => expect(all('alert')).toHaveLength(0))
  await untilShown('Image added to the answer')
  const [first, second] = posted()
  expect(first).toMatchObject({ body: {}, key: second?.key })
  await press('button', 'Create variant')
  await until(() => expect(posted()).toHaveLength(3))
  expect(posted()[2]?.key).not.toBe(first?.key)
})

it('making an image can be stopped, which is no error', async () => {
  open({ replies: { [edits]: () => new Promise<Response>(() => undefined) } })
  await press('button', 'Create variant')
  await untilShown('This can take a minute.')
  await press('button', 'Stop')
  await until(() => expect(all('button', 'Stop')).toHaveLength(0))
  expect(all('alert')).toHaveLength(0)
})

it('an edit needs a description, and no selection', async () => {
  const { posted } = open({ replies: { [edits]: () => json(image) } })
  await press('button', 'Edit image')
  await press('button', 'Create image')
  await untilShown('Describe what to change')
  expect(posted()).toEqual([])
  type(get('textbox'), ' Make it night ')
  await press('button', 'Create image')
  await until(() => expect(all('dialog')).toHaveLength(0))
  expect(posted().map(({ body }) => body)).toEqual([{ prompt: 'Make it night', size: 'Square' }])
})

it('the images of a conversation open large, with their description', async () => {
  const second = { ...image, key: k!.replace(/^3+/, '44444444'), fileName: 'image-2.webp', alt: 'A bear' }
  fakeReplies({
    ...picture,
    [`GET /userConversations/${c}/generatedImages`]: () =>
      json({ items: [second, image], continuationToken: null }),
  })
  show(<ImageGallery conversationId={c!} close={() => undefined} />)
  await press('button', 'Open image: A bear')
  // The arrow keys need the focus within the dialog.
  expect(document.activeElement).toBe(get('button', 'All images'))
  await press('button', 'Next image')
  await untilShown('A fox, watercolor')
  expect(get('button', 'Next image').getAttribute('aria-disabled')).toBe('true')
  await press('button', 'All images')
  expect(document.activeElement).toBe(get('button', 'Open image: A fox in the snow'))
  expect(all('button', /^Open image/)).toHaveLength(2)
})

it('a gallery without images says what to do', async () => {
  fakeReplies({})
  show(<ImageGallery conversationId={c!} close={() => undefined} />)
  await untilShown('No images yet. Ask an agent with image generation to create one.')
})
