import { expect, it } from 'vitest'
import { publicAddress, publicAddressOf } from './publicAddress.ts'

const id = '019ab3c2-5f00-7000-8000-000000000001'
const of = (path: string) => {
  const { pathname, search } = new URL(path, 'http://localhost')
  return publicAddressOf({ pathname, search })
}
const desk = { gptPublicEndpoint: 'desk', isPopup: false, conversationId: null }

it.each([
  ['/public-chat/desk', desk],
  ['/public-chat/desk/', desk],
  ['/public-chat/desk/false', desk],
  ['/public-chat/desk/true', { ...desk, isPopup: true }],
  [`/public-chat/desk/true?conversationId=${id}`, { ...desk, isPopup: true, conversationId: id }],
  ['/public-chat/desk/true?conversationId=1', { ...desk, isPopup: true }],
  [`/public-chat/desk/${id}`, { ...desk, conversationId: id }],
  [`/public-chat/desk/${id.toUpperCase()}`, { ...desk, conversationId: id }],
  ['/public-chat', null],
  ['/public-chat/', null],
  ['/public-chat//true', null],
  ['/public-chat/desk/TRUE', null],
  ['/public-chat/desk/settings', null],
  [`/public-chat/desk/${id}/more`, null],
  ['/public-chat/%ff', null],
])('%s is read as a page, a popup, a conversation, or nothing', (path, address) => {
  expect(of(path)).toEqual(address)
})

it('writes addresses that it reads', () => {
  const addresses = ['/public-chat/desk', '/public-chat/desk/true', `/public-chat/desk/${id}`]
  for (const path of [...addresses, `/public-chat/desk/true?conversationId=${id}`])
    expect(publicAddress(of(path)!)).toBe(path)
})
