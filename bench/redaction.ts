/**
 * Measures the redaction of personal data, each row with its target: the items of a set that are found, by kind and
 * language, the words redacted by mistake, and the speed.
 *   node bench/redaction.ts [--set FILE.json] [--misses]
 * bench/redaction/format.md describes a set; bench/redaction/first.json by default, which was written together with the
 * rules. With `--misses`, prints what was missed and what was redacted by mistake. The speed is measured in CPU
 * time, over the guide, which has few items, and over the set, which consists of them, beside three regular
 * expressions. Exits 1 if a target is missed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createRedactor, type PersonName, type Redactor } from '../server/src/platform/redaction/redactor.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, quantile, say } from '../server/src/testing/statistics.ts'

const folder = path.join(import.meta.dirname, 'redaction')
const set = option('set', path.join(folder, 'first.json'))
const isVerbose = process.argv.includes('--misses')
const ROUNDS = 5
const SPEED_BYTES = 5_000_000
const DIRECTORY_SIZE = 100_000

interface Sentence {
  language: string
  text: string
}

interface Item {
  kind: string
  language: string
  text: string
  from: number
  to: number
}

interface Count {
  found: number
  all: number
}

const directory = JSON.parse(readFileSync(path.join(folder, 'directory.json'), 'utf8')) as PersonName[]
const sentences = JSON.parse(readFileSync(set, 'utf8')) as Sentence[]
const redactor = createRedactor(directory)

const rows = [...score(), ...measureSpeed()]
for (const row of rows) print(row)
const areMet = rows.every(isMet)
say(areMet ? 'all targets met' : 'A TARGET WAS MISSED')
process.exitCode = areMet ? 0 : 1

function score(): Row[] {
  const counts = new Map<string, Count>()
  const words = new Map<string, { wrong: number; all: number }>()
  for (const sentence of sentences) {
    const { text, items } = parse(sentence)
    const { found } = redactor.redact(text)
    const redacted = new Uint8Array(text.length)
    for (const { from, to } of found) redacted.fill(1, from, to)
    for (const item of items) {
      const isFound = isCovered(text, item, redacted)
      if (!isFound && isVerbose) say(`missed: ${item.kind} “${item.text}” in ${JSON.stringify(text)}`)
      const fixed = item.kind === 'name' ? 'names' : 'fixed'
      for (const group of [fixed, item.kind, item.language, `${item.kind} ${item.language}`]) {
        const count = counts.get(group) ?? { found: 0, all: 0 }
        counts.set(group, { found: count.found + (isFound ? 1 : 0), all: count.all + 1 })
      }
    }
    for (const word of text.matchAll(/\S+/g)) {
      const [from, to] = [word.index, word.index + word[0].length]
      if (items.some((item) => item.from < to && item.to > from)) continue
      const isWrong = redacted.subarray(from, to).includes(1)
      if (isWrong && isVerbose) say(`wrong: “${word[0]}” in ${JSON.stringify(text)}`)
      for (const group of ['all', sentence.language]) {
        const count = words.get(group) ?? { wrong: 0, all: 0 }
        words.set(group, { wrong: count.wrong + (isWrong ? 1 : 0), all: count.all + 1 })
      }
    }
  }
  const items = (counts.get('fixed')?.all ?? 0) + (counts.get('names')?.all ?? 0)
  say(`${path.basename(set)}: ${sentences.length} texts, ${items} items`)
  const recall = (group: string, what: string, target?: number): Row => {
    const { found, all } = counts.get(group) ?? { found: 0, all: 0 }
    return { what: `${what}, ${found} of ${all}`, value: (100 * found) / all, unit: '%', target }
  }
  const kinds = ['email', 'phone', 'iban', 'card', 'id', 'name'].filter((kind) => counts.has(kind))
  const languages = ['en', 'de', 'fr', 'es', 'ar'].filter((language) => words.has(language))
  const table = ['', ...languages].join('\t')
  say(['found of all, by kind and language', table].join('\n'))
  for (const kind of kinds) {
    const cells = languages.map((language) => counts.get(`${kind} ${language}`))
    say([kind, ...cells.map((count) => (count ? `${count.found}/${count.all}` : '–'))].join('\t'))
  }
  const all = words.get('all') ?? { wrong: 0, all: 0 }
  return [
    recall('fixed', 'found with a checksum or a fixed form', 95),
    recall('names', 'found names of the directory', 90),
    ...kinds.map((kind) => recall(kind, `found ${kind}`)),
    ...languages.map((language) => recall(language, `found in ${language}`)),
    {
      what: `words redacted by mistake, ${all.wrong} of ${all.all}`,
      value: (100 * all.wrong) / all.all,
      unit: '%',
      target: 2,
      atMost: true,
    },
    ...languages.map((language): Row => {
      const { wrong, all } = words.get(language)!
      return {
        what: `words redacted by mistake in ${language}, ${wrong} of ${all}`,
        value: (100 * wrong) / all,
        unit: '%',
      }
    }),
  ]
}

/** Takes the marks out of a text. */
function parse({ language, text }: Sentence): { text: string; items: Item[] } {
  const items: Item[] = []
  let plain = ''
  let at = 0
  for (const mark of text.matchAll(/\[\[(\w+):(.*?)\]\]/gs)) {
    plain += text.slice(at, mark.index)
    const item = mark[2] ?? ''
    items.push({
      kind: mark[1] ?? '',
      language,
      text: item,
      from: plain.length,
      to: plain.length + item.length,
    })
    plain += item
    at = mark.index + mark[0].length
  }
  return { text: plain + text.slice(at), items }
}

/** Whether all letters and digits of an item are redacted. */
function isCovered(text: string, { from, to }: Item, redacted: Uint8Array): boolean {
  for (let at = from; at < to; at += 1) {
    if (/[\p{L}\p{N}]/u.test(text[at]!) && !redacted[at]) return false
  }
  return true
}

function measureSpeed(): Row[] {
  const dense = repeated(sentences.map((sentence) => parse(sentence).text).join('\n'))
  const guide = path.join(import.meta.dirname, '../docs/guide')
  const files = readdirSync(guide).filter((name) => name.endsWith('.md'))
  const sparse = repeated(files.map((name) => readFileSync(path.join(guide, name), 'utf8')).join('\n'))
  const many = manyPeople()
  const builds = timesOf(() => createRedactor(many))
  const large = createRedactor(many)
  const baseline = timesOf(() => {
    sparse.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g)
    sparse.match(/\+?\d[\d ().-]{6,}\d/g)
    sparse.match(/\b[A-Z]{2}\d{2}[\dA-Z ]{10,30}\b/g)
  })
  const speed = (text: string, times: readonly number[]) =>
    Buffer.byteLength(text) / 1e6 / (quantile(times, 0.5) / 1000)
  const perSecond = (by: Redactor, text: string) =>
    speed(
      text,
      timesOf(() => by.redact(text)),
    )
  const unit = ''
  return [
    {
      what: `CPU time for an index of ${DIRECTORY_SIZE} names`,
      value: quantile(builds, 0.5),
      unit: ' ms',
      target: 1000,
      atMost: true,
    },
    {
      what: `MB of the guide per second of CPU time, ${directory.length} names`,
      value: perSecond(redactor, sparse),
      unit,
      target: 5,
    },
    { what: `the same, ${DIRECTORY_SIZE} names`, value: perSecond(large, sparse), unit, target: 5 },
    { what: `MB of the set per second, ${directory.length} names`, value: perSecond(redactor, dense), unit },
    { what: `the same, ${DIRECTORY_SIZE} names`, value: perSecond(large, dense), unit },
    {
      what: 'MB of the guide per second, three regular expressions that only search',
      value: speed(sparse, baseline),
      unit,
    },
  ]
}

function repeated(text: string): string {
  return text.repeat(Math.ceil(SPEED_BYTES / Buffer.byteLength(text)))
}

/** Returns the CPU time of each round in ms, which other programs hardly change. */
function timesOf(work: () => unknown): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
}

/** Returns the directory with invented people, whose names are combined from syllables. */
function manyPeople(): PersonName[] {
  const syllables = 'ka lo mi ren sta vor tel nu gri bas dor fen hal ji quo'.split(' ')
  const word = (seed: number, length: number) => {
    let name = ''
    for (let at = 0, rest = seed; at < length; at += 1, rest = Math.floor(rest / syllables.length)) {
      name += syllables[rest % syllables.length]
    }
    return name
  }
  const people = Array.from({ length: DIRECTORY_SIZE - directory.length }, (_, at) => ({
    givenName: word(at % 3000, 3),
    surname: word(at, 5),
  }))
  return [...directory, ...people]
}
