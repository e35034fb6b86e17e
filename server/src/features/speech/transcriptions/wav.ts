const PCM = 1
/** Some writers use it for PCM too, and say so in its subformat. */
const EXTENSIBLE = 0xfffe

/**
 * Returns how long a WAV recording lasts, in seconds, by its samples. Null if it isn’t PCM with 16 bits, one or two
 * channels, and 8,000 to 48,000 samples per second.
 */
export function secondsOf(wav: Buffer): number | null {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') return null
  let bytesPerSecond: number | null = null
  for (let at = 12; at + 8 <= wav.length; ) {
    const name = wav.toString('latin1', at, at + 4)
    const size = wav.readUInt32LE(at + 4)
    const content = wav.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ') bytesPerSecond = bytesPerSecondOf(content)
    // Programs that write a stream don’t know its size, and state too much.
    if (name === 'data') return bytesPerSecond && content.length / bytesPerSecond
    // Chunks start at even positions.
    at += 8 + size + (size % 2)
  }
  return null
}

function bytesPerSecondOf(format: Buffer): number | null {
  if (format.length < 16) return null
  const kind = format.readUInt16LE(0)
  const isPcm =
    kind === PCM || (kind === EXTENSIBLE && format.length >= 26 && format.readUInt16LE(24) === PCM)
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const isKnown = isPcm && format.readUInt16LE(14) === 16 && channels >= 1 && channels <= 2
  return isKnown && rate >= 8_000 && rate <= 48_000 ? rate * channels * 2 : null
}
