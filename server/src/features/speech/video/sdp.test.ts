import { expect, test } from 'vitest'
import { OFFER } from '../testing/offer.ts'
import { answerAt, offerWithoutAddresses, offerWithRelays } from './sdp.ts'

const named = OFFER.replaceAll(
  'a=mid:',
  'a=candidate:1 1 udp 2122260223 169.254.169.254 80 typ host\r\na=candidate:2 1 tcp 1 10.0.0.1 22 typ host tcptype passive\r\na=end-of-candidates\r\na=mid:',
)
  .replaceAll('c=IN IP4 0.0.0.0', 'c=IN IP4 127.0.0.1')
  .replaceAll('a=rtcp:9 IN IP4 0.0.0.0', 'a=rtcp:5432 IN IP4 10.0.0.1')
  .replace('o=- 5837493391241917394 2 IN IP4 127.0.0.1', 'o=- 5837493391241917394 2 IN IP4 10.0.0.7')

test('[S43] an offer loses every address that it names, and nothing else', () => {
  const cleaned = offerWithoutAddresses(named)
  expect(cleaned).toBe(OFFER)
  expect(cleaned).not.toMatch(/candidate|10\.0\.0|169\.254/)
})

test('what isn’t an offer of audio and video with keys is refused', () => {
  expect(offerWithoutAddresses('')).toBe(null)
  expect(offerWithoutAddresses(OFFER.replace('v=0', 'v=1'))).toBe(null)
  for (const line of ['m=video', 'm=audio', 'a=ice-ufrag', 'a=ice-pwd', 'a=fingerprint'])
    expect(offerWithoutAddresses(OFFER.replaceAll(line, 'a=x')), line).toBe(null)
  expect(offerWithoutAddresses(`${OFFER}not a line\r\n`)).toBe(null)
})

test('an offer for a service on the internet names no address of the browser’s own network', () => {
  const relayed =
    'a=candidate:3 1 udp 41885439 203.0.113.9 6000 typ relay raddr 10.0.0.1 rport 22 generation 0\r\na=candidate:4 1 udp 1685987071 198.51.100.4 7000 typ srflx raddr fd00::1 rport 9\r\n'
  const offer = named
    .replaceAll('c=IN IP4 127.0.0.1', 'c=IN IP4 10.0.0.1')
    .replaceAll('a=mid:', `${relayed}a=mid:`)
  const sent = offerWithRelays(offer)
  expect(sent).not.toMatch(/10\.0\.0\.1|169\.254|typ host|fd00/)
  expect(sent?.match(/typ (relay|srflx)/g)).toHaveLength(4)
  expect(sent).toContain('203.0.113.9 6000 typ relay raddr 0.0.0.0 rport 0 generation 0')
  // An address that browsers gave only as the default one stays.
  const reached = offerWithRelays(offer.replaceAll('c=IN IP4 10.0.0.1', 'c=IN IP4 203.0.113.9'))
  expect(reached).toContain('c=IN IP4 203.0.113.9')
  expect(offerWithRelays('hello')).toBe(null)
})

test('an answer names the address at which browsers find the machine', () => {
  const answer =
    'a=candidate:7 1 udp 21 172.17.0.2 50001 typ host generation 0\r\na=candidate:8 1 udp 21 203.0.113.9 5 typ srflx\r\n'
  expect(answerAt(answer, '198.51.100.4')).toBe(answer.replace('172.17.0.2', '198.51.100.4'))
  expect(answerAt(answer, null)).toBe(answer)
})
