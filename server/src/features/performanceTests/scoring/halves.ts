import { numberAt } from './numberWords.ts'

export interface FoundShare {
  value: number
  count: number
}

const phrases: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.5, 'and_a_half|et_demi|et_demie|y_medio|y_media|ونصف|ونصفا|و_نصف|und_eine_halbe|und_ein_halbes'],
      [0.25, 'and_a_quarter|et_quart|y_cuarto|وربع|وربعا'],
      [0.75, 'and_three_quarters|et_trois_quarts|y_tres_cuartos'],
    ] as const
  ).flatMap(([value, list]) =>
    list.split('|').map((phrase) => [phrase.replaceAll('_', ' '), value] as const),
  ),
)
const LONGEST = 3

/** What follows a number or its unit: "two and a half", "deux heures et demie", "ساعة ونصف". */
export function shareAfter(words: readonly string[], at: number): FoundShare | null {
  for (let count = LONGEST; count > 0; count -= 1) {
    const value = phrases.get(words.slice(at, at + count).join(' '))
    if (value !== undefined) return { value, count }
  }
  return null
}

/** "anderthalb", "zweieinhalb". */
export function germanHalf(word: string): number | null {
  const [, before] = /^(.{3,20})halb(?:e[nrms]?)?$/.exec(word) ?? []
  if (before === undefined) return null
  if (before === 'andert') return 1.5
  if (!before.endsWith('ein')) return null
  const first = before.slice(0, -3)
  const whole = first === 'ein' ? 1 : (numberAt([first], 0)?.value ?? null)
  return whole === null ? null : whole + 0.5
}
