import { normalizeArabic } from '../../../platform/language/arabic.ts'
import { germanFunctionWords } from '../../../platform/language/functionWords.ts'
import { englishStopWords, isArabicStopWord } from '../../../platform/language/stopWords.ts'
import { everydayWords } from './everydayWords.ts'

/** In the order in which one wins over another for the same name. */
const entityKinds = ['Acronym', 'Code', 'Name', 'Term', 'Title'] as const
export type EntityKind = (typeof entityKinds)[number]

export interface Entity {
  kind: EntityKind
  /** The same for all spellings that count as one. */
  key: string
  name: string
}

/** An entity at a place in a text. */
export interface FoundEntity extends Entity {
  start: number
  end: number
}

/** More are lists of names, which say little about the text. */
export const MOST_ENTITIES = 40
const LONGEST = 80
/** Accents and punctuation make a name longer than its key. */
const LONGEST_TITLE = 200
const SHORTEST = 2

/** Words of any script, with initials, hyphens, and apostrophes inside. */
const token = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’&./_-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const capital = /^\p{Lu}/u
const acronym = /^\p{Lu}[\p{Lu}&]{0,5}\p{Lu}s?$/u
const roman = /^[IVXLCDM]+$/
/** Letters and digits together, such as ISO-9001, AB1234, or R-3-121. Dates and amounts begin with a digit. */
const code = /^(?=\P{N}*\p{N})\p{Lu}[\p{Lu}\p{N}]*(?:[-_/.][\p{L}\p{N}]+)*$/u
/** Names of settings, such as DATABASE_URL. */
const constant = /^\p{Lu}[\p{Lu}\p{N}]*(?:_[\p{Lu}\p{N}]+)+$/u
const standardNumber = /^\d{2,6}(?:-\d{1,4})?$/
const initial = /^\p{Lu}$/u
const sentenceEnd = /[.!?;:。！？؟…|•\n]/u
const unspacedLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const withoutCase = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const katakana = /[\p{Script=Katakana}ー・]{4,30}/gu
const quotations = /[“„«»「『《〈"‟]([^“”„«»「」『』《》〈〉"‟\n]{2,60})[”“»«」』》〉"‟]/gu

const connectors = new Set(
  'of de la le du del della di da dos van von der den ter ten el al bin ibn y'.split(' '),
)
const articles = new Set('the a an la le el der die das'.split(' '))
const titled = new Set('mr mrs ms dr prof st sir lord lady mt ft'.split(' '))
const times = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec monday tuesday wednesday thursday friday saturday sunday bc ad bce ce am pm gmt utc januar februar
  märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag`.split(
    /\s+/,
  ),
)

interface Token {
  text: string
  start: number
  end: number
  /** What stands between it and the token before it. */
  gap: string
}

/**
 * Returns every place where a text names something, by rules: names by their capitals, acronyms, codes, and quoted
 * terms. In scripts without capitals, terms are quoted, or word pairs that occur repeatedly. `title` is that of the
 * document: a surname alone means the person it names.
 */
export function namedIn(text: string, title: string): FoundEntity[] {
  const found: FoundEntity[] = []
  const add = (kind: EntityKind, start: number, end: number): void => {
    const name = withoutPossessive(text.slice(start, end).trim())
    const key = keyOf(name)
    if (key.length >= SHORTEST && key.length <= LONGEST && name.length <= LONGEST)
      found.push({ kind, key, name, start, end })
  }
  for (const match of text.matchAll(quotations)) {
    const quoted = match[1]!
    const start = match.index + 1
    if (isTerm(quoted)) add('Term', start, start + quoted.length)
  }
  const tokens = tokensOf(text)
  const isGerman = isInGerman(tokens)
  for (let at = 0; at < tokens.length; ) at = readName(tokens, at, { add, isGerman })
  if (unspacedLetter.test(text)) {
    for (const match of text.matchAll(katakana)) add('Name', match.index, match.index + match[0].length)
  }
  for (const [start, end] of repeatedPairs(tokens, text)) add('Term', start, end)
  return shortFormsResolved(found, title).sort((a, b) => a.start - b.start || b.end - a.end)
}

type Add = (kind: EntityKind, start: number, end: number) => void

/** Reads the entity that begins with a token, if any. Returns the token to go on with. */
function readName(
  tokens: readonly Token[],
  first: number,
  { add, isGerman }: { add: Add; isGerman: boolean },
): number {
  const one = tokens[first]!
  if (!capital.test(one.text)) return first + 1
  if (isCode(one.text)) {
    add('Code', one.start, one.end)
    return first + 1
  }
  const last = lastOfName(tokens, first)
  let from = first
  while (from < last && isOpener(tokens, from)) from += 1
  const begin = tokens[from]!
  const end = tokens[last]!
  if (from < last) {
    if (!tokens.slice(from, last + 1).every(({ text }) => times.has(text.toLowerCase()) || isNumber(text)))
      add(acronym.test(begin.text) && isNumber(end.text) ? 'Code' : 'Name', begin.start, end.end)
    return last + 1
  }
  const own = withoutPossessive(begin.text)
  if (acronym.test(own)) {
    // "URLs" is "URL".
    const letters = own.endsWith('s') ? own.length - 1 : own.length
    if (!roman.test(own) && !times.has(own.toLowerCase())) add('Acronym', begin.start, begin.start + letters)
  } else if (!isGerman && isSingleName(tokens, from)) add('Name', begin.start, begin.end)
  return last + 1
}

/** Follows capitalized words, and the small words inside names, such as "of the". */
function lastOfName(tokens: readonly Token[], first: number): number {
  let last = first
  for (let at = first + 1; at < tokens.length; at += 1) {
    const { text, gap } = tokens[at]!
    const before = tokens[at - 1]!.text
    const follows =
      gap === ' ' || (gap === '. ' && (initial.test(before) || titled.has(before.toLowerCase())))
    // In "Torvik’s Harbour Office", the name ends with the possessive.
    if (!follows || withoutPossessive(before) !== before) break
    if (capital.test(text)) {
      if (isCode(text)) break
      last = at
    } else if (isNumber(text) && at === last + 1) {
      // "Boeing 747", but not "March 2020" or "In 1849".
      if (!standardNumber.test(text) || times.has(before.toLowerCase()) || isOpener(tokens, at - 1)) break
      return at
    } else if (at - last > 2 || !(connectors.has(text) || (text === 'the' && before === 'of'))) break
  }
  return last
}

const isCode = (text: string): boolean => text.length >= 3 && (code.test(text) || constant.test(text))

const isNumber = (text: string): boolean => /^\p{N}/u.test(text)

/** Whether a word has its capital because a sentence begins with it. */
function startsSentence(tokens: readonly Token[], at: number): boolean {
  const { gap } = tokens[at]!
  if (at === 0) return true
  if (!sentenceEnd.test(gap)) return false
  const before = tokens[at - 1]!.text
  return !(gap === '. ' && (initial.test(before) || titled.has(before.toLowerCase())))
}

const isCommon = (word: string): boolean =>
  englishStopWords.has(word) || everydayWords.has(word) || times.has(word) || articles.has(word)

/** "The", "In", and "After" at the beginning aren't part of the name that follows. */
function isOpener(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]!.text.toLowerCase()
  return (
    articles.has(word) ||
    connectors.has(word) ||
    englishStopWords.has(word) ||
    (startsSentence(tokens, at) && everydayWords.has(word))
  )
}

function isSingleName(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at]!
  const word = withoutPossessive(text).toLowerCase()
  return word.length > 2 && !isCommon(word) && !startsSentence(tokens, at)
}

/** A few words, and not a sentence or a figure. */
function isTerm(quoted: string): boolean {
  const text = quoted.trim()
  const words = text.split(/\s+/).length
  return (
    words <= 8 &&
    /\p{L}{2}/u.test(text) &&
    !/[.!?。！？؟]/u.test(text.slice(0, -1)) &&
    !(words === 1 && isCommon(text.toLowerCase()))
  )
}

/** Returns pairs of adjacent words that occur at least twice, in scripts that have no capitals. */
function repeatedPairs(tokens: readonly Token[], text: string): [number, number][] {
  const words = unspacedLetter.test(text) ? segmentsOf(text) : tokens
  const found = new Map<string, [number, number]>()
  const repeated = new Map<string, [number, number]>()
  for (let at = 1; at < words.length; at += 1) {
    const [one, two] = [words[at - 1]!, words[at]!]
    if (!isPairable(one) || !isPairable(two) || text.slice(one.end, two.start).trim() !== '') continue
    const key = keyOf(text.slice(one.start, two.end))
    const span: [number, number] = [one.start, two.end]
    if (found.has(key)) repeated.set(key, found.get(key)!)
    else found.set(key, span)
  }
  return [...repeated.values()]
}

const isPairable = ({ text }: Pick<Token, 'text'>): boolean =>
  text.length >= 2 &&
  ((withoutCase.test(text) && !isArabicStopWord(normalizeArabic(text))) || unspacedLetter.test(text))

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

function segmentsOf(text: string): Token[] {
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({ text: segment, start: index, end: index + segment.length, gap: '' }))
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const start = match.index
    tokens.push({ text: match[0], start, end: start + match[0].length, gap: text.slice(end, start) })
    end = start + match[0].length
  }
  return tokens
}

/** German gives every noun a capital, so a single word with one is no name. */
function isInGerman(tokens: readonly Token[]): boolean {
  let [german, english] = [0, 0]
  for (const { text } of tokens) {
    const word = text.toLowerCase()
    if (germanFunctionWords.has(word)) german += 1
    if (englishStopWords.has(word)) english += 1
  }
  return german > english
}

/** "Snow" is "Hank Snow" in a text that also has the full name, or in a document with this title. */
function shortFormsResolved(found: readonly FoundEntity[], title: string): FoundEntity[] {
  const full = new Map<string, Entity>()
  const titleEntity = entityOfTitle(title)
  for (const one of [...(titleEntity ? [titleEntity] : []), ...found]) {
    const words = one.key.split(' ')
    if (words.length > 1 && (one.kind === 'Name' || one.kind === 'Title') && !full.has(words.at(-1)!))
      full.set(words.at(-1)!, one)
  }
  return found.map((one) => {
    const whole = one.kind === 'Name' && !one.key.includes(' ') ? full.get(one.key) : undefined
    return whole ? { ...one, key: whole.key, name: whole.name } : one
  })
}

/** Returns each entity once, the first ones of a long list. */
export function distinctEntities(found: readonly Entity[]): Entity[] {
  const kept = new Map<string, Entity>()
  for (const { kind, key, name } of found) {
    const known = kept.get(key)
    if (!known && kept.size === MOST_ENTITIES) continue
    if (!known || entityKinds.indexOf(kind) < entityKinds.indexOf(known.kind))
      kept.set(key, { kind, key, name })
  }
  return [...kept.values()]
}

/** Returns the entity that a document is about, by its title, without remarks such as "(song)". */
export function entityOfTitle(title: string): Entity | null {
  const short = withoutRemark(title.trim())
  const name = short.includes(' ') ? short : short.replaceAll('-', ' ')
  const key = keyOf(name)
  const fits = key.length >= SHORTEST && key.length <= LONGEST && name.length <= LONGEST_TITLE
  return fits ? { kind: 'Title', key, name } : null
}

function withoutRemark(title: string): string {
  const open = title.endsWith(')') ? '(' : title.endsWith(']') ? '[' : null
  const from = open === null ? -1 : title.lastIndexOf(open)
  return from > 0 ? title.slice(0, from).trim() : title
}

const withoutPossessive = (text: string): string => text.replace(/['’]s?$/u, '')

/** Returns a name without regard to case, accents, and the article. */
export function keyOf(name: string): string {
  return withoutPossessive(normalizeArabic(name.normalize('NFKC').toLowerCase()))
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}&+#]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}
