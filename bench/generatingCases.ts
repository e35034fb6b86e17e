/**
 * Counts the test cases that rules propose from documents: how many there are, how many have facts that their passage
 * says, and how many read as a question by a simple check. Whether they are sensible is for a person to judge.
 *   node bench/generatingCases.ts [--folder FOLDER] [--most 20] [--questions]
 * The documents are those of bench/generating by default, or those of another folder: the ones that its documents.json
 * lists, or all Markdown files. With
 * `--questions`, prints each question with its facts. Exits 1 if a fact isn’t in its passage, or if less than nine
 * tenths read as questions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { extractMarkdown } from '../server/src/features/knowledge/extraction/markdown.ts'
import { extractPlainText } from '../server/src/features/knowledge/extraction/plainText.ts'
import { cutPassages } from '../server/src/features/knowledge/passages/cut.ts'
import { generateByRules } from '../server/src/features/performanceTests/generating/byRules.ts'
import type { SourcePassage } from '../server/src/features/performanceTests/generating/rules/proposal.ts'
import {
  isUnclear,
  startsAsQuestion,
} from '../server/src/features/performanceTests/generating/rules/questions.ts'
import { says } from '../server/src/features/performanceTests/scoring/says.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'

interface Listed {
  file: string
  kind: string
  language: string
}

const folder = option('folder', path.join(import.meta.dirname, 'generating'))
const most = Number(option('most', '20'))
const list = path.join(folder, 'documents.json')
const listed: Listed[] = existsSync(list)
  ? JSON.parse(readFileSync(list, 'utf8'))
  : readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({ file, kind: '–', language: '–' }))

/** The passages of a document as the index cuts them. */
function passagesOf(file: string): SourcePassage[] {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const document = file.endsWith('.md') ? extractMarkdown(text) : extractPlainText(text)
  const seen = new Set<string>()
  return [...cutPassages(document)].map(({ heading, text: own, page }) => {
    const beginsSection = !seen.has(heading)
    seen.add(heading)
    return { heading, text: own, page, beginsSection }
  })
}

const readsAsQuestion = (question: string): boolean =>
  startsAsQuestion(question) &&
  /[?؟]$/u.test(question) &&
  !isUnclear(question) &&
  !/\s{2}| [?؟]/u.test(question)

const total = { proposed: 0, proven: 0, readable: 0 }
say(`${'document'.padEnd(22)} ${'kind'.padEnd(11)} language passages proposed in passage question`)
for (const { file, kind, language } of listed) {
  const passages = passagesOf(file)
  const { found } = await generateByRules(
    { file: { passages, total: passages.length }, known: new Set(), most },
    new AbortController().signal,
  )
  const proven = found.filter(({ facts, at }) => facts.every((fact) => says(passages[at]!.text, fact)))
  const readable = found.filter(({ question }) => readsAsQuestion(question))
  const counts = [passages.length, found.length, proven.length, readable.length]
  say(
    `${file.padEnd(22)} ${kind.padEnd(11)} ${language.padEnd(8)} ${counts.map((count) => String(count).padStart(8)).join('  ')}`,
  )
  if (process.argv.includes('--questions'))
    for (const one of found) say(`  [${one.kind}] ${one.question} → ${one.facts.join(' · ')}`)
  total.proposed += found.length
  total.proven += proven.length
  total.readable += readable.length
}

const share = (part: number) => (total.proposed === 0 ? 0 : (part / total.proposed) * 100)
const rows: Row[] = [
  {
    what: `${total.proposed} proposed cases whose facts the scorer finds in the passage`,
    value: share(total.proven),
    unit: '%',
    target: 100,
  },
  { what: 'read as a question by a simple check', value: share(total.readable), unit: '%', target: 90 },
]
for (const row of rows) print(row)
if (!rows.every(isMet)) process.exitCode = 1
