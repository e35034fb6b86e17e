import { expect, it } from 'vitest'
import { createVoiceActivity } from './voiceActivity.ts'

/** Hears levels, each for a number of milliseconds, and returns what was noticed when. */
function hear(parts: readonly (readonly [level: number, ms: number])[], isPlaying = false): string[] {
  const activity = createVoiceActivity(() => isPlaying)
  const noticed: string[] = []
  let at = 0
  for (const [level, ms] of parts)
    for (const end = at + ms; at < end; at += 30) {
      const what = activity.hear(level, at)
      if (what) noticed.push(`${what} ${at}`)
    }
  return noticed
}

it('notices speech within 120 ms, and its end after a longer pause', () => {
  expect(
    hear([
      [0.01, 3000],
      [0.4, 1500],
      [0.01, 1500],
    ]),
  ).toEqual(['Began 3090', 'Ended 5580'])
})

it('goes on through pauses between words, and quieter words', () => {
  expect(
    hear([
      [0, 900],
      [0.3, 600],
      [0.02, 600],
      [0.06, 300],
      [0.3, 600],
      [0, 1500],
    ]).map((one) => one.split(' ')[0]),
  ).toEqual(['Began', 'Ended'])
})

it('ignores clicks and the noise of a room', () => {
  expect(
    hear([
      [0, 900],
      [0.9, 60],
      [0, 900],
    ]),
  ).toEqual([])
  expect(hear([[0.05, 20_000]])).toEqual([])
  const loudRoom = hear([
    [0.07, 60_000],
    [0.15, 3000],
  ])
  expect(loudRoom).toEqual([])
})

it('needs a louder voice while an answer is played, which the microphone can hear a little', () => {
  expect(
    hear(
      [
        [0, 900],
        [0.1, 3000],
      ],
      true,
    ),
  ).toEqual([])
  expect(
    hear(
      [
        [0, 900],
        [0.3, 300],
      ],
      true,
    ),
  ).toEqual(['Began 990'])
})
