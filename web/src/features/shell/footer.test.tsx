// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import { instanceApi } from '../instance/data/api.ts'
import { Footer } from './Footer.tsx'

it.each([
  [true, 'Powered by Parlance'],
  [false, undefined],
])('[R-2-165] with its flag set to %s, the footer is %s', async (enabled, expected) => {
  fakeReplies({ '/featureFlags': () => json({ items: [{ name: 'ShowFooter', enabled }] }) })
  const { place, store } = show(<Footer />)
  expect(place.querySelector('footer')).toBeNull()
  await until(() =>
    expect(instanceApi.endpoints.listFeatureFlags.select()(store.getState()).isSuccess).toBe(true),
  )
  expect(place.querySelector('footer')?.textContent).toBe(expected)
})
