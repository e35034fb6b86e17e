const PCM = 1
/** Some writers use it for PCM too, and say so in its subformat. */
const EXTENSIBLE = 0xfffe
const HEADER_BYTES = 44

/** A recording as it is sent to a provider: a header and samples, and nothing else. */
export interface ReadWav {
  wav: Buffer
  seconds: number
}

interface Format {
  channels: number
  rate: number
}

/**
 * Reads a WAV file. Programs read odd ones differently: with several formats, several parts, or sizes that aren’t true. So
 * what is sent is written again from the samples that were counted. Null if it isn’t PCM with 16 bits, one or two channels,
 * and 8,000 to 48,000 samples per second, or if it has no samples.
 */
export function readWav(file: Buffer): ReadWav | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return null
  let format: Format | null = null
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    if (name === 'fmt ') {
      if (format) return null
      format = formatOf(file.subarray(at + 8, at + 8 + size))
      if (!format) return null
    }
    // Programs that write a stream don’t know its size, and state none or too much.
    if (name === 'data')
      return format && written(format, file.subarray(at + 8, size === 0 ? file.length : at + 8 + size))
    // Chunks start at even positions.
    at += 8 + size + (size % 2)
  }
  return null
}

function formatOf(format: Buffer): Format | null {
  if (format.length < 16) return null
  const kind = format.readUInt16LE(0)
  const isPcm =
    kind === PCM || (kind === EXTENSIBLE && format.length >= 26 && format.readUInt16LE(24) === PCM)
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const isKnown = isPcm && format.readUInt16LE(14) === 16 && channels >= 1 && channels <= 2
  return isKnown && rate >= 8_000 && rate <= 48_000 ? { channels, rate } : null
}

function written({ channels, rate }: Format, data: Buffer): ReadWav | null {
  const frameBytes = channels * 2
  const samples = data.subarray(0, data.length - (data.length % frameBytes))
  if (samples.length === 0) return null
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(PCM, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * frameBytes, 28)
  header.writeUInt16LE(frameBytes, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return { wav: Buffer.concat([header, samples]), seconds: samples.length / (rate * frameBytes) }
}
