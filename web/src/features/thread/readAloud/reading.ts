import { i18next } from '../../../lang/i18n.ts'
import { changeSettings, settings } from '../../../theme/settings.ts'
import { noReading, type Reading, reading } from './readingState.ts'
import { type Sentence, sentencesIn } from './sentences.ts'
import { spokenLanguage, voiceFor } from './voices.ts'

const HIGHLIGHT = 'read-aloud'
export const rates = [0.75, 1, 1.25, 1.5, 2] as const

let sentences: Sentence[] = []
/** Counts what was begun: speech that was stopped ends later, and must not continue. */
let turn = 0

export const canReadAloud = (): boolean => 'speechSynthesis' in globalThis

/** Reads an answer from its first sentence on, in place of any other. */
export function startReading(segmentId: string, answer: HTMLElement): void {
  stopReading()
  sentences = sentencesIn(answer)
  if (sentences.length === 0) return
  reading.set({ ...noReading, segmentId, state: 'Playing', count: sentences.length })
  void readOn()
}

export function stopReading(): void {
  silence()
  sentences = []
  reading.set(noReading)
}

export function pauseReading(): void {
  silence()
  reading.set({ state: 'Paused' })
  // Browsers differ in what their own pause does, so the sentence begins again.
  show(reading.read().at)
}

/** Reads on with a voice that gets the text, now and later. */
export function acceptRemoteVoices(): void {
  changeSettings({ acceptsRemoteVoices: true })
  continueReading()
}

/** Reads on, from another sentence if `by` says so. */
export function continueReading(by = 0): void {
  const { at, count } = reading.read()
  silence()
  reading.set({ state: 'Playing', at: Math.min(Math.max(0, at + by), count - 1), failure: null })
  void readOn()
}

export function changeRate(rate: (typeof rates)[number]): void {
  changeSettings({ speechRate: rate })
  if (reading.read().state === 'Playing') continueReading()
}

function silence(): void {
  turn += 1
  speechSynthesis.cancel()
  CSS.highlights?.delete(HIGHLIGHT)
}

async function readOn(): Promise<void> {
  turn += 1
  const own = turn
  while (own === turn) {
    const { at, count } = reading.read()
    const sentence = sentences[at]
    if (!sentence) break
    show(at)
    const failure = await speak(sentence.text, () => own === turn)
    if (own !== turn) return
    if (failure) {
      silence()
      reading.set({ state: 'Paused', failure })
      return
    }
    if (at + 1 >= count) return stopReading()
    reading.set({ at: at + 1 })
  }
}

/** Resolves when a text has been read. Returns why it couldn’t be. */
async function speak(text: string, isCurrent: () => boolean): Promise<Reading['failure']> {
  const language = spokenLanguage(text, i18next.language)
  const voice = await voiceFor(language)
  if (!isCurrent()) return null
  if (!voice) return 'NoVoice'
  reading.set({ isRemote: !voice.localService })
  // Others get the text, which the person has to know first.
  if (!voice.localService && !settings.read().acceptsRemoteVoices) return 'Remote'
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.rate = settings.read().speechRate
  return new Promise((resolve) => {
    utterance.addEventListener('end', () => resolve(null))
    utterance.addEventListener('error', ({ error }) =>
      resolve(error === 'canceled' || error === 'interrupted' ? null : 'Failed'),
    )
    speechSynthesis.speak(utterance)
  })
}

/** Marks the sentence, and brings it into view. */
function show(at: number): void {
  const range = sentences[at]?.range
  if (!range) return
  CSS.highlights?.set(HIGHLIGHT, new Highlight(range))
  const place = range.getBoundingClientRect()
  const controls = document.querySelector('.read-aloud')?.getBoundingClientRect().top ?? innerHeight
  if (place.top < 80 || place.bottom > Math.min(controls, innerHeight - 200))
    // Its paragraph can be taller than the window.
    scrollerOf(range.startContainer.parentElement)?.scrollBy({
      top: place.top - innerHeight / 3,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
}

function scrollerOf(element: Element | null): Element | null {
  for (let one = element; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.scrollingElement
}
