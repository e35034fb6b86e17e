import { expect, it } from 'vitest'
import { wavOf } from '../../../testing/wav.ts'
import { readWav } from './wav.ts'

it.each([
  { seconds: 2, rate: 16_000, channels: 1 },
  { seconds: 0.5, rate: 44_100, channels: 2 },
  { seconds: 1, rate: 8_000, channels: 1 },
])('tells how long a recording lasts, and sends it as it is: %o', (one) => {
  const read = readWav(wavOf(one))
  expect(read?.seconds).toBeCloseTo(one.seconds, 3)
  expect(read?.wav.equals(wavOf(one))).toBe(true)
})

it.each([0, 0xffffffff])('counts all samples of a stream whose size wasn’t known: %i', (size) => {
  const wav = wavOf({ seconds: 1 })
  wav.writeUInt32LE(size, 40)
  const read = readWav(wav)
  expect(read?.seconds).toBeCloseTo(1, 3)
  expect(read?.wav.equals(wavOf({ seconds: 1 }))).toBe(true)
})

it('sends only the samples that it counts', () => {
  const short = wavOf({ seconds: 0.1 })
  const hidden = Buffer.concat([short, wavOf({ seconds: 5 }).subarray(36)])
  const read = readWav(hidden)
  expect(read?.seconds).toBeCloseTo(0.1, 3)
  expect(read?.wav.equals(short)).toBe(true)
})

it('passes over what other programs add before the samples', () => {
  const wav = wavOf({ seconds: 1 })
  const note = Buffer.from('LIST\u0005\u0000\u0000\u0000INFO!\u0000', 'latin1')
  const read = readWav(Buffer.concat([wav.subarray(0, 36), note, wav.subarray(36)]))
  expect(read?.wav.equals(wav)).toBe(true)
})

it('accepts nothing else', () => {
  const wav = wavOf()
  const others = [
    Buffer.alloc(0),
    Buffer.from('RIFF'),
    Buffer.from('<html>'),
    Buffer.from('ID3\u0003 an MP3 file that was renamed'),
    wavOf({ bits: 8 }),
    wavOf({ channels: 6 }),
    wavOf({ rate: 96_000 }),
    wavOf({ rate: 1 }),
    wav.subarray(0, 40),
    wav.subarray(0, 44),
    // A second format, which some programs use and others don’t.
    Buffer.concat([wav.subarray(0, 36), wavOf({ rate: 48_000 }).subarray(12)]),
  ]
  expect(others.map(readWav)).toEqual(others.map(() => null))
})
