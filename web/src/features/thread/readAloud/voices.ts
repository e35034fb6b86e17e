import { textDirection } from '../../../ui/textDirection.ts'

/** How long browsers take at most to load their voices. */
const LOAD_MS = 2000
const ARABIC = /\p{Script=Arabic}/u

/** Returns the language in which a text is read: by its script, and otherwise that of the page. */
export function spokenLanguage(text: string, pageLanguage: string): string {
  if (textDirection(text) === 'rtl') return ARABIC.test(text) ? 'ar' : 'he'
  return pageLanguage === 'ar' ? 'en' : pageLanguage
}

async function voices(): Promise<SpeechSynthesisVoice[]> {
  const there = speechSynthesis.getVoices()
  if (there.length > 0) return there
  await new Promise<void>((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, LOAD_MS)
  })
  return speechSynthesis.getVoices()
}

/**
 * Returns a voice for a language, best one of this machine. Others get the text, so they are only used if there is no
 * other. Null if the browser has none.
 */
export async function voiceFor(language: string): Promise<SpeechSynthesisVoice | null> {
  const fitting = (await voices()).filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language)
  const ranked = fitting.toSorted(
    (one, other) =>
      Number(other.localService) - Number(one.localService) || Number(other.default) - Number(one.default),
  )
  return ranked[0] ?? null
}
