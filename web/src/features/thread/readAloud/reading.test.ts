// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../session/http.ts'
import {
  acceptRemoteVoices,
  changeRate,
  continueReading,
  pauseReading,
  startReading,
  stopReading,
} from './reading.ts'
import { reading } from './readingState.ts'

const { synthesize } = vi.hoisted(() => ({ synthesize: vi.fn() }))
vi.mock('../../speech/data/api.ts', () => ({ synthesize }))

/** Plays until the test ends it. */
class Player {
  static last: Player
  onended: () => void = () => undefined
  onerror: () => void = () => undefined
  src = ''
  playbackRate = 1
  isPaused = true
  constructor() {
    Player.last = this
  }
  async play() {
    this.isPaused = false
  }
  pause() {
    this.isPaused = true
  }
}

class Utterance extends EventTarget {
  text: string
  rate = 1
  voice: unknown = null
  lang = ''
  constructor(text: string) {
    super()
    this.text = text
  }
}

let spoken: Utterance[] = []
let voices: { lang: string; name: string; localService: boolean; default: boolean }[]
const cancel = vi.fn()
const voice = (lang: string, localService = true) => ({ lang, name: lang, localService, default: false })

beforeEach(() => {
  spoken = []
  synthesize.mockReset()
  synthesize.mockImplementation(async () => new Blob(['sound']))
  vi.stubGlobal('Audio', Player)
  voices = [voice('en-US', false), voice('en-GB'), voice('ar-EG')]
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    addEventListener: (_: string, listener: () => void) => listener(),
    speak: (one: Utterance) => spoken.push(one),
    cancel,
  })
})
afterEach(() => {
  stopReading()
  vi.unstubAllGlobals()
})

/** Long enough for a busy machine. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 5 })
const texts = () => spoken.map(({ text }) => text)
const until = (count: number) => waitFor(() => expect(spoken).toHaveLength(count))
const end = () => spoken.at(-1)?.dispatchEvent(new Event('end'))

async function begin(html = '<p>One. Two. Three.</p>') {
  const answer = document.createElement('div')
  answer.innerHTML = html
  document.body.replaceChildren(answer)
  readThis(answer)
  await until(1)
}

function readThis(
  answer: HTMLElement,
  byServer: 'Available' | 'Reduced' | null = null,
  isWritten?: () => boolean,
) {
  const written = isWritten && { isWritten }
  startReading({ segmentId: 's', answer: () => answer, capability: async () => byServer, ...written })
}

it('reads sentence after sentence with a voice of this machine, and then stops', async () => {
  await begin()
  expect(spoken[0]?.voice).toMatchObject({ name: 'en-GB' })
  end()
  await until(2)
  expect(reading.read()).toMatchObject({ segmentId: 's', state: 'Playing', at: 1, count: 3, isRemote: false })
  end()
  await until(3)
  end()
  await waitFor(() => expect(reading.read().segmentId).toBeNull())
  expect(texts()).toEqual(['One.', 'Two.', 'Three.'])
})

it('reads the sentence again after a pause, at another speed, and goes back and forth', async () => {
  await begin()
  pauseReading()
  expect(reading.read().state).toBe('Paused')
  // A browser also ends what was stopped.
  end()
  continueReading()
  await until(2)
  changeRate(1.5)
  await until(3)
  expect(spoken[2]).toMatchObject({ text: 'One.', rate: 1.5 })
  continueReading(1)
  await until(4)
  continueReading(-1)
  await until(5)
  expect(texts().slice(3)).toEqual(['Two.', 'One.'])
  changeRate(1)
})

it('says if there is no voice for a language, or only one that isn’t on this machine', async () => {
  voices = [voice('en-US', false)]
  const answer = document.createElement('div')
  answer.innerHTML = '<p>One.</p><p>مرحبا بكم.</p>'
  document.body.replaceChildren(answer)
  readThis(answer)
  await waitFor(() => expect(reading.read().failure).toBe('Remote'))
  continueReading()
  await waitFor(() => expect(reading.read().state).toBe('Paused'))
  expect(spoken).toEqual([])
  acceptRemoteVoices()
  await until(1)
  expect(reading.read().isRemote).toBe(true)
  end()
  await waitFor(() => expect(reading.read().failure).toBe('NoVoice'))
  expect(reading.read()).toMatchObject({ state: 'Paused', at: 1 })
})

it('says if a sentence couldn’t be read, and stays there', async () => {
  await begin()
  spoken[0]?.dispatchEvent(Object.assign(new Event('error'), { error: 'synthesis-failed' }))
  await waitFor(() => expect(reading.read()).toMatchObject({ state: 'Paused', failure: 'Failed', at: 0 }))
  continueReading()
  await until(2)
  expect(reading.read().failure).toBeNull()
})

function paragraphs(...html: string[]): HTMLElement {
  const answer = document.createElement('div')
  answer.innerHTML = html.map((one) => `<p>${one}</p>`).join('')
  document.body.replaceChildren(answer)
  return answer
}
const asked = () => synthesize.mock.calls.map(([{ sentence, language }]) => `${language}: ${sentence}`)
const isPlaying = () => waitFor(() => expect(Player.last.isPaused).toBe(false))

it('reads with the deployment first, and has the next sentence made meanwhile', async () => {
  readThis(paragraphs('One. Two.', 'مرحبا.'), 'Available')
  await isPlaying()
  await waitFor(() => expect(asked()).toEqual(['en: One.', 'en: Two.']))
  Player.last.isPaused = true
  Player.last.onended()
  await isPlaying()
  expect(asked()).toEqual(['en: One.', 'en: Two.', 'ar: مرحبا.'])
  expect(spoken).toEqual([])
  stopReading()
  expect(Player.last.isPaused).toBe(true)
})

it('reads with voices of the device before the server’s own, and with those before remote ones', async () => {
  readThis(paragraphs('One.', 'مرحبا.'), 'Reduced')
  await until(1)
  expect(asked()).toEqual([])
  voices = [voice('ar-EG', false)]
  end()
  await isPlaying()
  expect(asked()).toEqual(['ar: مرحبا.'])
})

it('reads with the device where the server doesn’t, and says why if there is no voice', async () => {
  const failed = (code: string) =>
    new ApiError({ status: 404, data: { code, title: code, status: 404 }, requestId: 'r' } as never)
  synthesize.mockRejectedValue(failed('speech.answerNotFound'))
  readThis(paragraphs('One.'), 'Available')
  await until(1)
  stopReading()
  synthesize.mockRejectedValue(failed('usage.limit'))
  readThis(paragraphs('Two.'), 'Available')
  await until(2)
  stopReading()
  voices = []
  readThis(paragraphs('One.'), 'Available')
  await waitFor(() => expect(reading.read()).toMatchObject({ state: 'Paused', failure: 'Server' }))
  expect(reading.read().detail).toContain('limit')
})

it('reads an answer while it is written, without the sentence that isn’t whole yet', async () => {
  let isWritten = true
  const answer = paragraphs('One. Tw')
  readThis(answer, null, () => isWritten)
  await until(1)
  end()
  await waitFor(() => expect(reading.read().at).toBe(1))
  expect(texts()).toEqual(['One.'])
  answer.innerHTML = '<p>One. Two. Thr</p>'
  await until(2)
  answer.innerHTML = '<p>One. Two. Three.</p>'
  isWritten = false
  end()
  await until(3)
  end()
  await waitFor(() => expect(reading.read().segmentId).toBeNull())
  expect(texts()).toEqual(['One.', 'Two.', 'Three.'])
})
