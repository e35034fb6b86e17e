import { BlockList, isIP } from 'node:net'

// Everything outside the public internet: RFC 6890 and its IPv6 counterparts.
const closedRanges: [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const closed = new BlockList()
for (const [address, prefix] of closedRanges) {
  closed.addSubnet(address, prefix, address.includes(':') ? 'ipv6' : 'ipv4')
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  // An IPv4-mapped IPv6 address. A BlockList would treat its range as all of IPv4.
  if (/^(0*:){2,}ffff:/i.test(address)) return false
  return !closed.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
