const MOST_LINES = 2000
const needed = [/^m=audio /m, /^m=video /m, /^a=ice-ufrag:/m, /^a=ice-pwd:/m, /^a=fingerprint:/m]

/**
 * Returns a browser’s offer without addresses; null if it is none. An offer can name any address, and a server that
 * tried them would send packets into networks that only it can reach. Without them, it answers the packets that
 * prove to know the session’s password, and sends none before.
 */
export function offerWithoutAddresses(sdp: string): string | null {
  const lines = sdp.split(/\r?\n/).filter((line) => line !== '')
  if (lines[0] !== 'v=0' || lines.length > MOST_LINES) return null
  if (lines.some((line) => !/^[a-z]=[^\p{Cc}]*$/u.test(line))) return null
  const text = lines.join('\n')
  if (needed.some((pattern) => !pattern.test(text))) return null
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

/** Returns an answer in which browsers find this machine at another address, such as that of its host. */
export function answerAt(sdp: string, address: string | null): string {
  if (!address) return sdp
  return sdp.replaceAll(
    /^(a=candidate:\S+ \d+ udp \d+) \d+\.\d+\.\d+\.\d+ (\d+ typ host)/gim,
    `$1 ${address} $2`,
  )
}
