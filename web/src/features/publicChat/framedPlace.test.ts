// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { isFramed } from './framed.ts'
import { returnToPlace } from './framedPlace.ts'

vi.mock('./framed.ts')
const id = '019ab3c2-5f00-7000-8000-000000000001'
const start = '/public-chat/desk/true#site=https%3A%2F%2Fshop.example'
const place = () => location.pathname + location.search + location.hash

beforeEach(() => {
  vi.mocked(isFramed).mockReturnValue(true)
  localStorage.setItem('parlance.public.desk', JSON.stringify({ sessionIdentifier: 's1', secret: 'secret' }))
  sessionStorage.setItem('parlance.public.desk.open', id)
  history.replaceState(null, '', start)
})

it('a frame returns to its conversation, and still knows the site around it', () => {
  returnToPlace()
  expect(place()).toBe(`/public-chat/desk/true?conversationId=${id}#site=https%3A%2F%2Fshop.example`)
})

it.each([
  ['the page isn’t in a frame', () => vi.mocked(isFramed).mockReturnValue(false)],
  ['there is no session that could open it', () => localStorage.clear()],
  ['no conversation was open', () => sessionStorage.clear()],
  ['what was stored is no ID', () => sessionStorage.setItem('parlance.public.desk.open', '../x')],
  ['another page was open', () => history.replaceState(null, '', '/public-chat/other/true#site=x')],
  ['the address names the page outside of frames', () => history.replaceState(null, '', '/public-chat/desk')],
])('it stays at the start if %s', (_, given) => {
  given()
  const before = place()
  returnToPlace()
  expect(place()).toBe(before)
})
