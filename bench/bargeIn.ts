/**
 * How long an answer that is read aloud goes on after someone begins to speak, in a real browser with a microphone that the
 * benchmark controls.
 *   node tools/run.mjs bench/bargeIn.ts [--rounds 20]
 * Prints the median and the longest time, and exits 1 if one is longer than 200 ms. The baseline is the time until the
 * page’s own timer fires that looks at the microphone.
 */
import { microphone } from '../e2e/microphone.ts'
import { composer } from '../e2e/screens.ts'
import { text } from '../e2e/scripts.ts'
import { startStage } from '../e2e/stage.ts'
import { chooseAudio } from '../server/src/features/speech/testing/calls.ts'
import { startAudioProvider } from '../server/src/testing/audioProvider.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { wavOf } from '../server/src/testing/wav.ts'

const MOST_MS = 200
const rounds = Number(option('rounds', '20'))

const provider = await startAudioProvider()
const stage = await startStage({
  environment: {
    EGRESS_ALLOW: '127.0.0.1',
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: 'scripted,whisper,tts',
  },
})
let passed = false
try {
  await chooseAudio(stage.app)
  const agent = await stage.publish('Bench')
  stage.engine.play(text('This sentence is read aloud until someone speaks.'))
  const { page } = await stage.openAs('anna')
  await page.addInitScript(microphone)
  await page.goto(`${stage.origin}/chat/${agent}`)
  await composer(page).waitFor()
  await page.getByRole('button', { name: 'Start a voice conversation' }).click()
  await page.getByText('Listening. Speak now.').waitFor()
  const sound = { sound: wavOf({ seconds: 30, hertz: 0 }) }
  provider.play({ transcript: 'Read.' }, sound)
  await page.evaluate('window.voice(true)')
  await page.getByText('Go on.', { exact: false }).waitFor()
  await page.evaluate('window.voice(false)')
  await page.getByText('Reading the answer.', { exact: false }).waitFor()
  const times: number[] = []
  const timers: number[] = []
  // What interrupts isn’t speech, so the sentence is read again.
  provider.play({ transcript: '' }, sound)
  for (let at = 0; at < rounds; at += 1) {
    while (!(await page.evaluate<boolean>("window.sounds.at(-1)?.name === 'play'")))
      await page.waitForTimeout(50)
    await page.waitForTimeout(500)
    const measured = await page.evaluate<{ paused: number; timer: number }>(`new Promise((resolve) => {
      const from = performance.now()
      let timer = 0
      setTimeout(() => { timer = performance.now() - from }, 30)
      window.voice(true)
      const look = setInterval(() => {
        const last = window.sounds.at(-1)
        if (last.name !== 'pause' || last.at < from) return
        clearInterval(look)
        window.voice(false)
        resolve({ paused: last.at - from, timer })
      }, 5)
    })`)
    times.push(measured.paused)
    timers.push(measured.timer)
  }
  const longest = Math.max(...times)
  say(
    `${rounds} interruptions: paused after ${round(quantile(times, 0.5))} ms (median), ${round(longest)} ms at most; a timer of 30 ms took ${round(quantile(timers, 0.5))} ms, ${round(Math.max(...timers))} ms at most`,
  )
  passed = longest <= MOST_MS
  say(passed ? 'all gates passed' : 'A GATE FAILED')
} finally {
  await stage.close()
  await provider.close()
}
process.exit(passed ? 0 : 1)
