import { expect, test } from 'vitest'
import { networkOfAddress } from './networkOfAddress.ts'

test('addresses of one subscriber are one network, in any notation', () => {
  expect(networkOfAddress('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOfAddress('::ffff:203.0.113.7')).toBe('203.0.113.7')
  for (const address of ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:f::', '2001:db8::'])
    expect(networkOfAddress(address)).toBe('2001:db8:0:0::/64')
  for (const address of ['2001:db8:1::1', '2001:db8:1:0:a:b:c:d', '2001:db8:1::a:b:c:d'])
    expect(networkOfAddress(address)).toBe('2001:db8:1:0::/64')
  expect(networkOfAddress('fe80::1%eth0')).toBe(networkOfAddress('fe80::2'))
  expect(networkOfAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
})
