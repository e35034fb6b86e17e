export const passwordLengths = { shortest: 12, longest: 128 } as const
/** How many characters must remain after removing everything that attackers guess first. */
const LEFT = 6

export type PasswordError = 'tooShort' | 'tooLong' | 'tooEasy'

/**
 * Returns what is wrong with a new password. `names` are words that attackers would try first for this account.
 */
export function errorOf(password: string, names: readonly string[]): PasswordError | null {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < passwordLengths.shortest) return 'tooShort'
  if (length > passwordLengths.longest) return 'tooLong'
  return [...restOf(text.toLowerCase(), names)].length < LEFT ? 'tooEasy' : null
}

// Lists of common passwords with at least twelve characters consist of these words and runs, repeated or with a
// year or a few characters added. So these parts are removed and the rest is checked.
const words =
  'password passwort passwd motdepasse contraseña contrasena wachtwoord haslo senha admin administrator root user login welcome ' +
  'letmein iloveyou changeme default secret master monkey dragon football baseball princess sunshine superman batman ' +
  'computer internet samsung michael jennifer liverpool barcelona starwars trustno1 whatever unknown summer winter ' +
  'spring autumn company parlance correct horse battery staple test demo hello qwertz azerty'

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '!@#$%^&*()',
]
const sequences = rows.flatMap((row) => [row, [...row].reverse().join('')])

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}
const likeLetters = (text: string) => text.replace(/[01345@$]/g, (sign) => lookAlikes[sign] ?? sign)

function restOf(password: string, names: readonly string[]): string {
  const guessed = [...names.map((name) => name.normalize('NFKC').toLowerCase()), ...words.split(' ')]
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length)
  let rest = password
  for (const word of guessed) rest = without(rest, word)
  return withoutRuns(rest.replace(/(19|20)\d\d/g, ''))
}

/** Removes a word, also if look-alike characters replace its letters. */
function without(text: string, word: string): string {
  const like = likeLetters(word)
  let rest = text
  for (;;) {
    const at = likeLetters(rest).indexOf(like)
    if (at < 0) return rest
    rest = rest.slice(0, at) + rest.slice(at + like.length)
  }
}

/**
 * Removes runs of three or more characters that repeat or are adjacent on the keyboard, in the alphabet, or as
 * digits.
 */
function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at)
    if (length < 3) rest += text[at]
    at += length < 3 ? 1 : length
  }
  return rest
}

function runAt(text: string, at: number): number {
  let longest = 1
  while (text[at + longest] === text[at]) longest += 1
  for (const sequence of sequences) {
    let length = 1
    while (at + length < text.length && sequence.includes(text.slice(at, at + length + 1))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}
