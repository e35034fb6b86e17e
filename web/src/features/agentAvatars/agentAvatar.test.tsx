// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { fakeReplies, problem } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import { ownBrand, pageBrand } from '../../theme/pageBrand.ts'
import { AgentAvatar } from './AgentAvatar.tsx'

const id = '019ab3c2-5f00-7000-8000-000000000001'
const picture = () => document.querySelector<HTMLImageElement>('img.avatar')
const identicon = () => document.querySelector('svg.avatar:not(.avatar-wait)')
afterEach(() => act(() => pageBrand.set(ownBrand)))

/** What the browser reports when an image can’t be shown. */
const fail = (image: HTMLImageElement) => act(() => void image.dispatchEvent(new Event('error')))

it('[R-8-025] an agent’s picture is replaced by the default image if it fails to load', async () => {
  const { calls } = fakeReplies({
    [`/gptSystems/common/management/${id}/avatar`]: () => problem(404, 'image.notFound'),
  })
  show(<AgentAvatar id={id} fileName="avatar-1.webp" />)
  expect(identicon()).toBeNull()
  await until(() => expect(identicon()).not.toBeNull())
  expect(calls).toHaveLength(1)
})

it('[R-8-025] a picture that loads but can’t be shown is replaced too', async () => {
  fakeReplies({ [`/gptSystems/common/management/${id}/avatar`]: () => new Response('not an image') })
  show(<AgentAvatar id={id} fileName="avatar-2.webp" />)
  await until(() => expect(picture()?.src).toMatch(/^blob:/))
  fail(picture()!)
  expect([picture(), identicon() !== null]).toEqual([null, true])
})

it('[R-8-025] a brand’s picture for agents is replaced by the default image if it fails to load', () => {
  fakeReplies({})
  pageBrand.set({ ...ownBrand, brandKey: 'vela', avatarFileName: 'avatar-3.webp' })
  show(<AgentAvatar id={id} fileName={null} />)
  expect(picture()?.src).toContain('/api/internal/brands/vela/files/avatar-3.webp')
  fail(picture()!)
  expect([picture(), identicon() !== null]).toEqual([null, true])
})
