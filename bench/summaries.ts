/**
 * How well the sentences that BuiltIn shows of a document stand for the whole.
 *   node bench/summaries.ts FOLDER
 * FOLDER holds PDF files, for example those of Debian's r-doc-pdf. For each, prints the Jensen–Shannon divergence
 * between the words of the document and those of the chosen sentences (0: the same, 1: nothing in common), next to
 * that of equally many sentences from the beginning, which is what answers showed before, and of random ones. Lower
 * is better; this divergence follows people's judgements of summaries without a reference (Louis and Nenkova 2013).
 * Exits 1 if the chosen sentences aren't closer to most documents than the first ones.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { centralSentences } from '../server/src/engines/builtin/centralSentences.ts'
import { openDocument } from '../server/src/features/knowledge/extraction/extract.ts'
import { PDF } from '../server/src/features/knowledge/extraction/sniff.ts'
import { cutPassages } from '../server/src/features/knowledge/passages/cut.ts'
import { sentences } from '../server/src/platform/language/sentences.ts'
import { terms } from '../server/src/platform/language/terms.ts'
import { round, say } from '../server/src/testing/statistics.ts'

const MOST_PASSAGES = 300
const SENTENCES = 7
const DRAWS = 20
const folder = process.argv[2] ?? ''
const names = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.pdf'))
let closer = 0
for (const name of names) {
  const texts: string[] = []
  const { parts } = await openDocument(readFileSync(path.join(folder, name)), PDF)
  for await (const part of parts) for (const passage of cutPassages(part)) texts.push(passage.text)
  const count = Math.min(texts.length, MOST_PASSAGES)
  const spread = Array.from(
    { length: count },
    (_, at) => texts[Math.floor((at * texts.length) / count)] ?? '',
  )
  const whole = shares(texts.flatMap((text) => terms(text)))
  const all = texts.flatMap((text) => sentences(text).map(({ start, end }) => text.slice(start, end)))
  const full = all.filter((sentence) => terms(sentence).length >= 6)
  const chosen = divergence(
    whole,
    centralSentences(spread, SENTENCES).map((one) => one.text),
  )
  const first = divergence(whole, full.slice(0, SENTENCES))
  const random = Array.from({ length: DRAWS }, (_, draw) =>
    divergence(
      whole,
      Array.from({ length: SENTENCES }, (_, at) => full[(draw * 7919 + at * 104_729) % full.length] ?? ''),
    ),
  )
  const mean = random.reduce((sum, one) => sum + one, 0) / DRAWS
  if (chosen < first) closer += 1
  say(
    `${path.basename(name)}: chosen ${round(chosen, 3)}, first ${round(first, 3)}, random ${round(mean, 3)}`,
  )
}
const holds = closer > names.length / 2
say(`closer than the first sentences: ${closer} of ${names.length}`)
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

function shares(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1 / words.length)
  return counts
}

function divergence(whole: ReadonlyMap<string, number>, texts: readonly string[]): number {
  const part = shares(texts.flatMap((text) => terms(text)))
  let sum = 0
  for (const word of new Set([...whole.keys(), ...part.keys()])) {
    const [p, q] = [whole.get(word) ?? 0, part.get(word) ?? 0]
    const middle = (p + q) / 2
    if (p > 0) sum += (p * Math.log2(p / middle)) / 2
    if (q > 0) sum += (q * Math.log2(q / middle)) / 2
  }
  return sum
}
