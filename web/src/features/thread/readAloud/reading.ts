import { pause } from '../../../base/pause.ts'
import { i18next } from '../../../lang/i18n.ts'
import { ApiError, problemOf } from '../../../session/http.ts'
import { changeSettings, settings } from '../../../theme/settings.ts'
import { errorText } from '../../../ui/errorText.ts'
import type { SpeechCapabilities } from '../../speech/data/api.ts'
import { noReading, type Reading, reading } from './readingState.ts'
import { type Sentence, sentencesIn } from './sentences.ts'
import { createServerVoice, type ServerVoice } from './serverVoice.ts'
import { spokenLanguage, voiceFor } from './voices.ts'

const HIGHLIGHT = 'read-aloud'
export const rates = [0.75, 1, 1.25, 1.5, 2] as const

let sentences: Sentence[] = []
/** Counts what was begun: speech that was stopped ends later, and must not continue. */
let turn = 0
let read: Read | null = null
let server: ServerVoice | null = null

const hasBrowserVoices = (): boolean => 'speechSynthesis' in globalThis

/** Whether answers can be read aloud: by the browser, or, in people’s own chats, perhaps by the server. */
export const canReadAloud = (isOwn: boolean): boolean => isOwn || hasBrowserVoices()

interface Read {
  segmentId: string
  /** The element that shows the answer’s text. */
  answer(): HTMLElement | null | undefined
  /** What the server can do; null if it reads nothing here. */
  capability(): Promise<SpeechCapabilities['audio']['state'] | null>
  /** Whether the answer is still being written. Its last sentence may then not be whole. */
  isWritten?(): boolean
}

/** How often a sentence is looked for while an answer is written. */
const LOOK_MS = 100

/** Reads an answer from its first sentence on, in place of any other. Call it upon a click. */
export function startReading(next: Read): void {
  stopReading()
  read = next
  server = createServerVoice(next.segmentId)
  lookForSentences()
  if (sentences.length === 0 && !next.isWritten?.()) {
    stopReading()
    return
  }
  reading.set({ ...noReading, segmentId: next.segmentId, state: 'Playing', count: sentences.length })
  void readOn()
}

function lookForSentences(): void {
  const answer = read?.answer()
  const all = answer ? sentencesIn(answer) : []
  sentences = read?.isWritten?.() ? all.slice(0, -1) : all
}

export function stopReading(): void {
  silence()
  sentences = []
  read = null
  server = null
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
  reading.set({
    state: 'Playing',
    at: Math.min(Math.max(0, at + by), count - 1),
    failure: null,
    detail: null,
  })
  void readOn()
}

export function changeRate(rate: (typeof rates)[number]): void {
  changeSettings({ speechRate: rate })
  if (reading.read().state === 'Playing') continueReading()
}

function silence(): void {
  turn += 1
  server?.stop()
  if (hasBrowserVoices()) speechSynthesis.cancel()
  CSS.highlights?.delete(HIGHLIGHT)
}

async function readOn(): Promise<void> {
  turn += 1
  const own = turn
  const isCurrent = () => own === turn
  while (isCurrent()) {
    const { at } = reading.read()
    if (!(await hasSentence(at, isCurrent))) {
      if (isCurrent()) stopReading()
      return
    }
    show(at)
    const failure = await speak(at, isCurrent)
    if (!isCurrent()) return
    if (failure) {
      silence()
      reading.set({ state: 'Paused', ...failure })
      return
    }
    // While an answer is written, there may be another sentence by now.
    if (read?.isWritten) lookForSentences()
    if (at + 1 >= sentences.length && !read?.isWritten?.()) return stopReading()
    reading.set({ at: at + 1, count: Math.max(sentences.length, at + 2) })
  }
}

/** Waits for a sentence of an answer that is being written. Resolves to false if there is none. */
async function hasSentence(at: number, isCurrent: () => boolean): Promise<boolean> {
  while (isCurrent()) {
    const isWritten = read?.isWritten?.() ?? false
    if (at >= sentences.length && read?.isWritten) lookForSentences()
    if (at < sentences.length) {
      reading.set({ count: sentences.length })
      return true
    }
    if (!isWritten) return false
    await pause(LOOK_MS)
  }
  return false
}

type Failure = Pick<Reading, 'failure' | 'detail'>

/** What the server answers where it reads nothing, such as in a copy that someone shared. The browser then reads. */
const notHere = new Set(['speech.answerNotFound', 'speech.notConfigured', 'agent.notFound'])

/**
 * Resolves when a sentence has been read. Returns why it couldn’t be. The best voices come first: those of the
 * organization’s deployment, of the device, of the server, and then those that get the text.
 */
async function speak(at: number, isCurrent: () => boolean): Promise<Failure | null> {
  const { text } = sentences[at] as Sentence
  const language = spokenLanguage(text, i18next.language)
  const capability = (await read?.capability()) ?? null
  if (!isCurrent()) return null
  const voice = hasBrowserVoices() ? await voiceFor(language) : null
  if (!isCurrent()) return null
  if (capability === 'Available') {
    const outcome = await speakByServer(at, language, isCurrent)
    if (!isCurrent()) return null
    // A limit or an outage of the deployment doesn’t keep a voice of the device from reading.
    const isLost = outcome !== 'NotHere' && outcome?.failure === 'Server' && voice?.localService === true
    if (isLost) server = null
    else if (outcome !== 'NotHere') return outcome
  }
  if (capability === 'Reduced' && !voice?.localService) {
    const outcome = await speakByServer(at, language, isCurrent)
    if (outcome !== 'NotHere') return outcome
  }
  if (!voice) return { failure: 'NoVoice', detail: null }
  const failure = await speakByBrowser(text, voice)
  return failure && { failure, detail: null }
}

async function speakByServer(
  at: number,
  language: string,
  isCurrent: () => boolean,
): Promise<Failure | 'NotHere' | null> {
  const voice = server
  if (!voice) return 'NotHere'
  reading.set({ isRemote: false })
  const next = sentences[at + 1]
  try {
    const spoken = voice.speak(sentences[at]!.text, language, settings.read().speechRate)
    if (next) voice.prepare(next.text, spokenLanguage(next.text, i18next.language))
    await spoken
    return null
  } catch (cause) {
    if (!isCurrent()) return null
    const code = cause instanceof ApiError ? problemOf(cause.failure)?.code : undefined
    if (code !== undefined && notHere.has(code)) {
      server = null
      return 'NotHere'
    }
    return cause instanceof ApiError
      ? { failure: 'Server', detail: errorText(cause) }
      : { failure: 'Failed', detail: null }
  }
}

async function speakByBrowser(text: string, voice: SpeechSynthesisVoice): Promise<Reading['failure']> {
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
