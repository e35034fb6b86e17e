// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Dictation, type DictationFailure, startDictation } from './dictation.ts'
import { dictationLanguages, likelyLanguage } from './languages.ts'

class Recognition extends EventTarget {
  static started = 0
  static last: Recognition
  lang = ''
  constructor() {
    super()
    Recognition.last = this
  }
  start() {
    Recognition.started += 1
  }
  stop() {}
  abort() {}
  says(...parts: [text: string, isFinal: boolean][]) {
    const results = parts.map(([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal }))
    this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }))
  }
  fails(error: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
  }
  ends() {
    this.dispatchEvent(new Event('end'))
  }
}

let heard: string[]
let failure: DictationFailure | null
let dictation: Dictation
beforeEach(() => {
  Recognition.started = 0
  heard = []
  failure = null
  vi.stubGlobal('webkitSpeechRecognition', Recognition)
  dictation = startDictation('de-DE', {
    onText: (sure, unsure) => heard.push(`${sure}|${unsure}`),
    onFailure: (why) => {
      failure = why
    },
  })
})
afterEach(() => {
  dictation.stop()
  vi.unstubAllGlobals()
})

it('tells what is sure and what can still change, in the chosen language', () => {
  expect(Recognition.last.lang).toBe('de-DE')
  Recognition.last.says(['Guten', false])
  Recognition.last.says(['Guten Tag', true], [' wie', false])
  expect(heard).toEqual(['|Guten', 'Guten Tag|wie'])
})

it('goes on after a pause, and keeps what was heard', async () => {
  Recognition.last.says(['One.', true])
  await new Promise((resolve) => setTimeout(resolve, 550))
  Recognition.last.fails('no-speech')
  Recognition.last.ends()
  expect(Recognition.started).toBe(2)
  Recognition.last.says(['Two.', true])
  expect(heard.at(-1)).toBe('One. Two.|')
  expect(failure).toBeNull()
})

it.each([
  ['not-allowed', 'Denied'],
  ['audio-capture', 'NoMicrophone'],
  ['no-speech', 'NoSpeech'],
  ['network', 'Unreachable'],
  ['language-not-supported', 'Language'],
  ['bad-grammar', 'Failed'],
] as const)('says why it can’t listen: %s', (error, expected) => {
  Recognition.last.fails(error)
  Recognition.last.ends()
  expect(failure).toBe(expected)
  expect(Recognition.started).toBe(1)
})

it('gives up if the browser stops at once each time', () => {
  for (let at = 0; at < 5; at += 1) Recognition.last.ends()
  expect(failure).toBe('Failed')
  expect(Recognition.started).toBe(3)
})

it('tells nothing more once it is stopped', () => {
  dictation.stop()
  Recognition.last.says(['late', true])
  Recognition.last.ends()
  expect(heard).toEqual([])
  expect(Recognition.started).toBe(1)
})

it('offers the browser’s languages first, and selects the page’s language', () => {
  expect(dictationLanguages(['de-AT', 'en'])[0]).toBe('de-AT')
  expect(likelyLanguage('ar', ['en-US', 'ar-EG'])).toBe('ar-EG')
  expect(likelyLanguage('ar', ['en-US'])).toBe('ar-SA')
  expect(likelyLanguage('en', [])).toBe('en-US')
})
