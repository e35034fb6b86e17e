// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimAddress, claimSource, forgetFragment, keepFragment } from './data/fragment.ts'

const go = (path: string) => history.replaceState(null, '', path)

beforeEach(() => {
  sessionStorage.clear()
  forgetFragment()
})
afterEach(() => go('/'))

test.each([
  [{ code: 'a-Code_1' }, '/chat/claim#a-Code_1'],
  [{ page: 'desk' }, '/chat/claim#page=desk'],
])(
  'the address of %j is read, removed from the address bar, and kept until it is forgotten',
  (source, address) => {
    expect(claimAddress(source)).toBe(address)
    go(address)
    keepFragment()
    expect(location.pathname + location.hash).toBe('/chat/claim')
    expect(claimSource()).toEqual(source)
    expect(sessionStorage.getItem('parlance.claim')).not.toBeNull()
    forgetFragment()
    expect([claimSource(), sessionStorage.getItem('parlance.claim')]).toEqual([null, null])
  },
)

test('the fragments of other pages stay', () => {
  go('/chat/agents#a-code')
  keepFragment()
  expect([location.hash, claimSource()]).toEqual(['#a-code', null])
})

test('after the sign-in, which loads the page again, the code is still known', () => {
  sessionStorage.setItem('parlance.claim', 'a-code')
  go('/chat/claim')
  keepFragment()
  expect(claimSource()).toEqual({ code: 'a-code' })
})
