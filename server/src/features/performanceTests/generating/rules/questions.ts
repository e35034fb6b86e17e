const opening =
  /^(?:(?:at|in|on|to|for|from|by|with|within|until|under|about) )?(?:what|which|who|whom|whose|when|where|why|how|can|could|may|must|should|shall|will|would|do|does|did|is|are|was|were|has|have|am)(?:[’']s)?\s/iu
const germanOpening =
  /^(?:(?:an|in|auf|zu|für|von|bis|mit|ab|bei|seit|um|nach) )?(?:was|welche[rmns]?|wer|wen|wem|wessen|wann|wo|woher|wohin|warum|wieso|wie|womit|wofür|worauf|wozu|kann|können|darf|dürfen|muss|müssen|soll|sollen|will|wird|werden|ist|sind|hat|haben|gibt|gilt|gelten|habe|bin)\s/iu
const arabicOpening =
  /^(?:(?:في|من|إلى|على|عن|حتى|منذ|خلال|قبل|بعد|مع) )?(?:ما|ماذا|لماذا|من|متى|أين|كيف|كم|هل|أي|أية|ب?كم|لمن|لمن|بماذا|مَن)\s/u
const vowels = /[\u064B-\u065F\u0670\u0640]/gu

/** Whether a text begins as questions do. */
export const startsAsQuestion = (text: string): boolean =>
  opening.test(text) || germanOpening.test(text) || arabicOpening.test(text.replaceAll(vowels, ''))

const pronouns =
  /\b(?:it|this|that(?! (?:is|are|was|were|has|have|had|can|will|must|i|we|you|my|the)\b)|these|those|they|them|he|she|here|above|below|dies\w*|jene\w*|dafür|davon|damit|dazu)\b/iu
const arabicPronouns = /(?:^| )(?:هذا|هذه|ذلك|تلك|هؤلاء|أعلاه|أدناه)(?: |؟|$)/u

/** Whether a question refers to something that isn’t in it. */
export const isUnclear = (question: string): boolean => {
  const words = question.split(/\s+/u).length
  return words < 3 || words > 30 || pronouns.test(question) || arabicPronouns.test(question)
}

/** A question without what doesn’t matter for whether it is the same. */
export const normalized = (question: string): string =>
  question
    .normalize('NFKC')
    .replaceAll(vowels, '')
    .toLowerCase()
    .replaceAll(/[أإآ]/gu, 'ا')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
