import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { errors, transportErrors } from '@parlance/contract/errors'
import { expect, test } from 'vitest'
import { comments } from './comments.ts'
import replaced from './replaced.json' with { type: 'json' }

const root = path.join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 16_000_000,
})
  .split('\n')
  .filter((file) => file !== '' && !/^(?:tools\/wording|bench\/formats\/files)\//.test(file))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Words and spellings that the glossary replaces and that mean nothing else here, with what to write instead. */
const words: Record<string, string> = {
  anew: 'again',
  '(who|whom)ever': 'anyone who',
  'somebody|anybody|everybody|nobody': 'someone, anyone, everyone, no one',
  'e-mails?': 'email',
  'colour(s|ed|ing|ful)?': 'color',
  '(organ|summar|minim|maxim|recogn|normal|initial|author|custom|capital)is(e|es|ed|ing|ation|ations)':
    '-ize',
  '(neighb|behavi|fav|hon|lab)our(s|ed|ing|ite|ites)?': '-or',
  '(cent|met)res?': 'center, meter',
  '(cancell|travell|labell)(ed|ing)': 'canceled, traveled, labeled',
  whilst: 'while',
  thereby: 'so',
}
const banned = new RegExp(`(?<![\\w-])(${Object.keys(words).join('|')})(?![\\w-])`, 'i')

type Texts = Record<string, string>
async function textsOf(file: string): Promise<[where: string, text: string][]> {
  const module = (await import(path.join(root, file))) as Record<string, { english?: Texts }>
  return Object.values(module).flatMap(({ english = {} }) =>
    Object.entries(english).map(([key, text]): [string, string] => [`${file}: ${key}`, text]),
  )
}
const english = (await Promise.all(files.filter((file) => /\/lang\/en\.ts$/.test(file)).map(textsOf))).flat()
const errorTexts: [string, string][] = [
  ...Object.entries(errors).map(([code, [, text]]): [string, string] => [`error ${code}`, text]),
  ...Object.entries(transportErrors).map(([code, text]): [string, string] => [`error ${code}`, text]),
]
/** Code and tables are quoted as they are; only the prose of a document is checked. */
const prose = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, ' ')
const documents = files
  .filter((file) => /\.md$/.test(file) && !/^docs\/(glossary|requirements|release-notes)\.md$/.test(file))
  .flatMap((file) =>
    prose(read(file))
      .split('\n')
      .map((line, at): [string, string] => [`${file}:${at + 1}`, line]),
  )
const commentLines = files
  .filter((file) => /\.(tsx?|mjs|js)$/.test(file) && !/^bench\/yardstick\//.test(file))
  .flatMap((file) =>
    comments(file, read(file)).map(({ line, text }): [string, string] => [`${file}:${line}`, text]),
  )

const offending = (texts: readonly [string, string][]) =>
  texts.flatMap(([where, text]) => {
    const found = banned.exec(text.replaceAll(/`[^`]*`/g, ' '))
    return found ? [`${where}: “${found[0]}” in: ${text.trim().slice(0, 120)}`] : []
  })

test('finds the texts', () => {
  expect(english.length).toBeGreaterThan(1500)
  expect(documents.length).toBeGreaterThan(1000)
  expect(commentLines.length).toBeGreaterThan(3000)
})

test('no UI text uses a word that the glossary replaces', () => {
  expect(offending(english)).toEqual([])
})

test('no error message uses a word that the glossary replaces', () => {
  expect(offending(errorTexts)).toEqual([])
})

test('no document uses a word that the glossary replaces', () => {
  expect(offending(documents)).toEqual([])
})

test('no comment uses a word that the glossary replaces', () => {
  expect(offending(commentLines)).toEqual([])
})

test('no replaced text comes back', () => {
  const short = new Set(replaced.texts)
  const found = english.filter(([, text]) => short.has(text)).map(([where, text]) => `${where}: ${text}`)
  const everywhere = files.filter((file) => /\.(tsx?|mjs|md|html)$/.test(file))
  for (const file of everywhere) {
    const text = read(file).replaceAll(/\s+(\* |\/\/ )?/g, ' ')
    for (const sentence of replaced.sentences) if (text.includes(sentence)) found.push(`${file}: ${sentence}`)
  }
  expect(found).toEqual([])
})

test('a word that the glossary replaces is found', () => {
  for (const text of ['Read it anew', 'Whoever asks', 'the colour of', 'your e-mail', 'it is summarised'])
    expect(offending([['here', text]])).toHaveLength(1)
  for (const text of ['Ask again', 'the color of', 'exercise', 'no longer than', 'parameters'])
    expect(offending([['here', text]])).toEqual([])
})
