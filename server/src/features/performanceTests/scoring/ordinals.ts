import { fold } from '../../../platform/redaction/fold.ts'

/** From first on, without endings that words of this language can have. */
const lists: readonly (readonly [ends: string, words: string])[] = [
  ['', 'first second third fourth fifth sixth seventh eighth ninth tenth'],
  ['e en er es em', 'erst zweit dritt viert fünft sechst siebt acht neunt zehnt'],
  ['e', 'premièr deuxièm troisièm quatrièm cinquièm sixièm septièm huitièm neuvièm dixièm'],
  ['o a', 'primer segund tercer cuart quint sext séptim octav noven décim'],
  ['', 'premier seconde troisième'],
  ['', 'primer - tercer'],
  ['', 'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر'],
  ['', 'الأولى الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة'],
]

const values: ReadonlyMap<string, number> = new Map(
  lists.flatMap(([ends, words]) =>
    words
      .split(' ')
      .flatMap((word, at) => ends.split(' ').map((end) => [fold(word + end).text, at + 1] as const)),
  ),
)

/** Returns the place that an ordinal says. */
export const ordinalOf = (word: string): number | null => values.get(word) ?? null
