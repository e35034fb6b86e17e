import { expect, it } from 'vitest'
import { wavOf } from '../../../testing/wav.ts'
import { secondsOf } from './wav.ts'

it.each([
  { seconds: 2, rate: 16_000, channels: 1 },
  { seconds: 0.5, rate: 44_100, channels: 2 },
  { seconds: 1, rate: 8_000, channels: 1 },
])('tells how long a recording lasts: %o', (one) => {
  expect(secondsOf(wavOf(one))).toBeCloseTo(one.seconds, 3)
})

it('counts the samples that are there, whatever the header says', () => {
  const wav = wavOf({ seconds: 1 })
  wav.writeUInt32LE(0xffffffff, 40)
  expect(secondsOf(wav)).toBeCloseTo(1, 3)
})

it('passes over what other programs add before the samples', () => {
  const wav = wavOf({ seconds: 1 })
  const note = Buffer.from('LIST\u0005\u0000\u0000\u0000INFO!\u0000', 'latin1')
  expect(secondsOf(Buffer.concat([wav.subarray(0, 36), note, wav.subarray(36)]))).toBeCloseTo(1, 3)
})

it('accepts nothing else', () => {
  const others = [
    Buffer.alloc(0),
    Buffer.from('RIFF'),
    Buffer.from('<html>'),
    Buffer.from('ID3\u0003 an MP3 file that was renamed'),
    wavOf({ bits: 8 }),
    wavOf({ channels: 6 }),
    wavOf({ rate: 96_000 }),
    wavOf({ rate: 1 }),
    wavOf().subarray(0, 40),
  ]
  expect(others.map(secondsOf)).toEqual(others.map(() => null))
})
