/** Returns the network of an address: the address itself for IPv4, and the subscriber's /64 for IPv6. */
export function networkOfAddress(given: string): string {
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!address.includes(':')) return address
  const [before, after] = address.split('::').map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[]?,
  ]
  const zeros = after ? Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0') : []
  return `${[...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':')}::/64`
}
