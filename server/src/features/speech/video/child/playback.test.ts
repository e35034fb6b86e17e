import { expect, test } from 'vitest'
import { closed, mouthAt, mouthsByLoudness, mouthsOf } from './mouth.ts'
import { Pace, PIECE, Playback } from './playback.ts'
import { resample } from './resample.ts'

const spoken = (text: string, pieces: number) => ({
  text,
  samples: new Int16Array(pieces * PIECE).fill(1000),
  mouths: [{ at: 0, open: 1, wide: 0 }],
})

test('sentences are played in their order, each is announced once, and stopping is silent at once', () => {
  const started: string[] = []
  const playback = new Playback((text) => started.push(text))
  playback.add(spoken('One.', 3))
  playback.add(spoken('Two.', 100))
  const loud: boolean[] = []
  for (let at = 0; at < 30; at += 1) loud.push(playback.next()[0] !== 0)
  expect(started).toEqual(['One.', 'Two.'])
  expect(loud.slice(0, 5)).toEqual([true, true, true, false, false])
  expect(loud.at(-1)).toBe(true)
  expect(playback.mouth.open).toBeGreaterThan(0)
  playback.stop()
  expect(playback.next().every((sample) => sample === 0)).toBe(true)
  expect([playback.isSilent, playback.mouth, playback.waitingMs]).toEqual([true, closed, 0])
})

test('pieces follow the clock, and what a stall delayed isn’t sent in a burst', () => {
  let now = 0
  const pace = new Pace(() => now)
  expect(pace.due()).toBe(1)
  now = 5
  expect(pace.due()).toBe(0)
  now = 35
  expect(pace.due()).toBe(3)
  now = 5000
  expect(pace.due()).toBe(1)
  expect(pace.due()).toBe(0)
  let sent = 0
  for (; now < 6000; now += 7) sent += pace.due()
  expect(sent).toBeGreaterThanOrEqual(98)
  expect(sent).toBeLessThanOrEqual(101)
})

test('the mouth closes for b, opens for a, is round for o, and changes within a diphthong', () => {
  const mouths = mouthsOf([
    { at: 0, sound: 'b' },
    { at: 100, sound: 'a' },
    { at: 200, sound: 'aʊ' },
    { at: 400, sound: '' },
  ])
  expect(mouths.map(({ at }) => at)).toEqual([0, 100, 200, 300, 400])
  expect(mouthAt(mouths, 90).open).toBe(0)
  expect(mouthAt(mouths, 195).open).toBeGreaterThan(0.9)
  expect(mouthAt(mouths, 395).wide).toBeLessThan(-0.5)
  expect(mouthAt(mouths, 900).open).toBe(0)
  expect(mouthAt([], 5)).toEqual(closed)
  // It moves, and doesn’t jump.
  expect(mouthAt(mouths, 120).open).toBeLessThan(mouthAt(mouths, 160).open)
})

test('without sounds, the mouth follows the loudness', () => {
  const samples = new Int16Array(4800).fill(12_000, 2400)
  const mouths = mouthsByLoudness(samples, 48_000)
  expect([mouths[0]?.open, mouths.at(-1)?.open]).toEqual([0, 1])
})

test('resampling keeps the tone and the length', () => {
  const tone = Int16Array.from(
    { length: 22_050 },
    (_, at) => 10_000 * Math.sin((2 * Math.PI * 440 * at) / 22_050),
  )
  const resampled = resample(tone, 22_050)
  expect(resampled.length).toBe(48_000)
  // The end has no next sample to go to.
  const wrong = resampled
    .subarray(0, -5)
    .reduce(
      (most, sample, at) =>
        Math.max(most, Math.abs(sample - 10_000 * Math.sin((2 * Math.PI * 440 * at) / 48_000))),
      0,
    )
  expect(wrong).toBeLessThan(150)
})
