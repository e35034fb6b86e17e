const verbs =
  'covers?|covered|deals? with|describes?|described|discuss(?:es|ed)?|documents?|documented|explains?|explained|' +
  'mentions?|mentioned|talks? about|treats?|defines?|defined|contains?|is about|are about'
const participles = 'covered|described|discussed|documented|explained|mentioned|defined'
const germanVerbs =
  'behandelt|beschreibt|beschrieben|erklärt|erläutert|enthält|definiert|erwähnt|dokumentiert|handelt von'

interface Frame {
  /** What asks for a part of a document. */
  asks: RegExp
  /** What says that the part is about something. */
  verb: RegExp
}

const english = new RegExp(`\\b(?:${verbs})\\b`, 'giu')
const german = new RegExp(`(?<!\\p{L})(?:${germanVerbs})(?!\\p{L})`, 'giu')
const frames: readonly Frame[] = [
  {
    asks: /\b(?:in |under )?(?:which|what) (?:sections?|chapters?|headings?|append(?:ix|ices)|clauses?)\b/giu,
    verb: english,
  },
  // Other things have parts and pages, too.
  {
    asks: new RegExp(
      `\\b(?:in |on )?(?:which|what) (?:parts?|pages?|paragraphs?|articles?)\\b(?=.*\\b(?:${verbs})\\b)`,
      'giu',
    ),
    verb: english,
  },
  { asks: new RegExp(`\\bwhere (?:is|are)\\b(?=.*\\b(?:${participles})\\b)`, 'giu'), verb: english },
  {
    asks: /(?<!\p{L})(?:in )?welche[mnrs]? (?:abschnitt|kapitel|absatz|paragraph|anhang)(?!\p{L})/giu,
    verb: german,
  },
  { asks: new RegExp(`(?<!\\p{L})wo (?:wird|werden|ist|sind)(?=.*(?:${germanVerbs}))`, 'giu'), verb: german },
  {
    asks: /(?:في )?(?:أي|اي|ما هو|ما هي) (?:ال)?(?:قسم|فصل|باب|فقرة|مادة|بند)/gu,
    verb: /(?:الذي |التي )?(?:يتناول|تتناول|يصف|تصف|يشرح|تشرح|يتحدث عن|تتحدث عن|يغطي|تغطي|يحتوي على)/gu,
  },
  {
    asks: /在?哪(?:一个|一|个)?(?:章节|章|节|部分|段)/gu,
    verb: /(?:介绍|说明|描述|讨论|涉及|包含|讲述|讲)了?/gu,
  },
]

/**
 * Returns the subject of a question such as "Which section covers fees?", or null for other questions. Its
 * other words occur in no heading.
 */
export function subjectOfSection(question: string): string | null {
  const frame = frames.find(({ asks }) => question.search(asks) >= 0)
  return frame ? question.replace(frame.asks, ' ').replace(frame.verb, ' ') : null
}
