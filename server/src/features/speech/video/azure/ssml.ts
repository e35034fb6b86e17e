import type { Sentence } from '../messages.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Returns a sentence in the notation of voices, in which nothing of the sentence is markup. */
export function ssmlOf({ text, voice }: Sentence): string {
  // Voices are named after their language: en-US-AvaMultilingualNeural.
  const language = voice.split('-').slice(0, 2).join('-')
  return `<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xmlns:mstts='http://www.w3.org/2001/mstts' xmlns:emo='http://www.w3.org/2009/10/emotionml' xml:lang='${escaped(language)}'><voice name='${escaped(voice)}'>${escaped(text)}</voice></speak>`
}

/** XML allows no control characters, halves of characters, or noncharacters, not even as entities. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
