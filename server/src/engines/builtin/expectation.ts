import { terms as termsOf } from '../../platform/language/terms.ts'

/**
 * Whether a sentence contains what the question asks for, beyond its words; null if the question does not imply
 * it.
 */
export type Expectation = ((sentence: string) => boolean) | null

const askedForTime =
  /\b(when|(what|which|in what|in which) (year|date|day|month|century|decade))\b|(^|\s)(متى|في أي (عام|سنة|يوم|شهر|قرن))/i
const askedForNumber =
  /\b(how (many|much|long|old|tall|high|far|fast|large|big|deep|often)|what (percentage|number|share)|percent)\b|(^|\s)(كم|ما عدد|كم عدد)(\s|$)|多少|几[个岁年月天]/i
const askedForPerson = /\b(who|whom|whose)\b/i

const number =
  /\p{N}|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|fifty|hundred|thousand|million|billion|half|third|quarter|once|twice)s?\b/iu
const time =
  /\p{N}{3,}|\b\p{N}{1,2}(st|nd|rd|th)\b|\b(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|century)\b|\p{N}/iu
const word = /[\p{L}\p{N}]+/gu
/** A capital letter within a sentence: names have one in scripts with capitals. */
const name = /[^.!?:\s"“(]\s+["“(]?\p{Lu}[\p{L}'’-]+/u

const askedForAction =
  /\b(?:how (?:do|does|can|could|should|would) (?:i|you|we|one|someone)|can (?:i|you|we|one)|how to)\s+(?<action>.*)/isu

/** Returns the term for what "How do I …" or "Can I …" asks to do, or null if the question is another one. */
export function actionIn(question: string): string | null {
  return termsOf(askedForAction.exec(question)?.groups?.action ?? '')[0] ?? null
}

/** "When" expects a time, "how many" a number, "who" a name. */
export function expectationOf(question: string): Expectation {
  const kind = kindOf(question)
  if (!kind) return null
  const asked = new Set(question.toLowerCase().match(word))
  return (sentence) =>
    kind.test(
      sentence.replace(word, (one) =>
        asked.has(one.toLowerCase()) ? one.toLowerCase().replace(/\p{N}/gu, '') : one,
      ),
    )
}

function kindOf(question: string): RegExp | null {
  if (askedForTime.test(question)) return time
  if (askedForNumber.test(question)) return number
  return askedForPerson.test(question) ? name : null
}
