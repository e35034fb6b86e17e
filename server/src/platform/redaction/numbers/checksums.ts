/** Pure checks of digits and letters; letters are lower case. */

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const counted = at % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/** ISO 7064 mod 97-10 of an IBAN, whose first four characters count last. */
export function passesMod97(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** A German tax ID: one digit occurs two or three times among the first ten, and ISO 7064 mod 11,10. */
export function isGermanTaxId(digits: string): boolean {
  if (digits.length !== 11 || digits[0] === '0') return false
  const counts = new Map<string, number>()
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  const repeated = [...counts.values()].filter((count) => count > 1)
  if (repeated.length !== 1 || repeated[0]! > 3) return false
  let product = 10
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(digits[10])
}

export function isDutchBsn(digits: string): boolean {
  if (digits.length !== 9 || digits === '000000000') return false
  let sum = -Number(digits[8])
  for (let at = 0; at < 8; at += 1) sum += Number(digits[at]) * (9 - at)
  return sum % 11 === 0
}

/** The letter of a Spanish DNI or NIE; the X, Y, or Z of a NIE counts as 0, 1, or 2. */
export const isSpanishId = (digits: string, letter: string): boolean =>
  'trwagmyfpdxbnjzsqvhlcke'[Number(digits) % 23] === letter

/** A French NIR: 13 digits and the key. Corsica’s 2A and 2B count as 19 and 18. */
export function isFrenchNir(characters: string): boolean {
  if (!/^[12]\d\d(0[1-9]|1[0-2]|[2-9]\d)(\d\d|2[ab])\d{8}$/.test(characters)) return false
  const number = characters.slice(0, 13).replace('2a', '19').replace('2b', '18')
  return 97n - (BigInt(number) % 97n) === BigInt(characters.slice(13))
}

const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

export function isItalianCode(characters: string): boolean {
  if (!/^[a-z]{6}[\dl-v]{2}[a-ehlmprst][\dl-v]{2}[a-z][\dl-v]{3}[a-z]$/.test(characters)) return false
  let sum = 0
  for (let at = 0; at < 15; at += 1) {
    const value = Number.parseInt(characters[at]!, 36)
    const index = value > 9 ? value - 10 : value
    sum += at % 2 === 0 ? oddValues[index]! : index
  }
  return sum % 26 === characters.charCodeAt(15) - 97
}
