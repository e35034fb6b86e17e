const MOST_LINES = 2000
const needed = [/^m=audio /m, /^m=video /m, /^a=ice-ufrag:/m, /^a=ice-pwd:/m, /^a=fingerprint:/m]

/**
 * Returns a browser’s offer without addresses; null if it is none. An offer can name any address, and a server that
 * tried them would send packets into networks that only it can reach. Without them, it answers the packets that
 * prove to know the session’s password, and sends none before.
 */
export function offerWithoutAddresses(sdp: string): string | null {
  const lines = linesOf(sdp)
  if (!lines) return null
  const kept = lines
    .filter((line) => !/^a=(candidate|remote-candidates|end-of-candidates)/.test(line))
    .map((line) =>
      line
        .replace(/^c=.*/, 'c=IN IP4 0.0.0.0')
        .replace(/^a=rtcp:.*/, 'a=rtcp:9 IN IP4 0.0.0.0')
        .replace(/^(o=\S+ \d+ \d+) .*/, '$1 IN IP4 127.0.0.1'),
    )
  return `${kept.join('\r\n')}\r\n`
}

const HOST = /^a=candidate:\S+ \d+ \S+ \d+ (\S+) \d+ typ host\b/

/**
 * Returns a browser’s offer for a service on the internet; null if it is none. The service can’t reach addresses in the
 * browser’s own network, and has no need to know them.
 */
export function offerWithRelays(sdp: string): string | null {
  const lines = linesOf(sdp)
  if (!lines) return null
  const own = new Set(lines.flatMap((line) => HOST.exec(line)?.[1] ?? []))
  const kept = lines
    .filter((line) => !HOST.test(line))
    .map((line) => {
      const [, start, address] = /^(c=|a=rtcp:\d+ )IN IP[46] (\S+)$/.exec(line) ?? []
      return address && own.has(address) ? `${start}IN IP4 0.0.0.0` : line
    })
    // Relayed addresses name the one that they were made from.
    .map((line) => line.replace(/ raddr \S+ rport \d+/, ' raddr 0.0.0.0 rport 0'))
  return `${kept.join('\r\n')}\r\n`
}

/** Returns the lines of an offer; null if it is none. */
function linesOf(sdp: string): string[] | null {
  const lines = sdp.split(/\r?\n/).filter((line) => line !== '')
  if (lines[0] !== 'v=0' || lines.length > MOST_LINES) return null
  if (lines.some((line) => !/^[a-z]=[^\p{Cc}]*$/u.test(line))) return null
  const text = lines.join('\n')
  return needed.every((pattern) => pattern.test(text)) ? lines : null
}

/** Returns an answer in which browsers find this machine at another address, such as that of its host. */
export function answerAt(sdp: string, address: string | null): string {
  if (!address) return sdp
  return sdp.replaceAll(
    /^(a=candidate:\S+ \d+ udp \d+) \d+\.\d+\.\d+\.\d+ (\d+ typ host)/gim,
    `$1 ${address} $2`,
  )
}
