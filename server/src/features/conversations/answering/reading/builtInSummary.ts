import {
  type SummarizedFile,
  type Summary,
  summarizeFiles,
} from '../../../../engines/builtin/summarizeFiles.ts'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import type { FileReading, RankedPassage, ReadableFile } from '../../../knowledge/index.ts'
import type { Answering } from '../question.ts'
import type { SearchedLibraries } from '../search.ts'
import { asksForWhole, isNamedBy, subjectOf } from './wholeTask.ts'

const MOST_FILES = 5
/** The names of more files are not compared with a question. */
const MOST_NAMES = 1000
/** Passages are spread evenly over longer files, because their terms are counted while others wait. */
const MOST_PASSAGES = 300
const SEPARATOR = ' › '
const LEAST_HEADINGS = 3

/**
 * Returns what BuiltIn says to a task about whole files, such as a summary, or null if the question isn't such a task
 * or is about no file.
 */
export async function builtInSummary(
  { needs, asked, sources, execution, steps, texts }: Answering,
  libraries: SearchedLibraries | null,
): Promise<Summary | null> {
  if (!libraries || !asksForWhole(asked.question)) return null
  const { reading } = needs.knowledge
  const files = await filesOf(reading, libraries, asked.question)
  if (files.length === 0) return null
  const summarized: SummarizedFile[] = []
  for (const file of files) {
    const passages = await reading.at(file.fileId, spread(file))
    summarized.push({ ...file, headings: await mainHeadings(needs, file), passages })
    sources.addRead(passages)
    steps.done(`summary-${file.fileId}`, texts.read(file.fileName))
  }
  const summary = summarizeFiles(summarized, languageOf(asked.question) === 'ar')
  const cited = new Set(summary.citations.map((one) => one.passageId))
  const all = summarized.flatMap((file) => file.passages as readonly RankedPassage[])
  execution.found(sources.tell(sources.numbersOf(all.filter((passage) => cited.has(passage.passageId)))))
  return summary
}

/**
 * Returns the newest attachments that came with the question, or else of the conversation. If there are none, the files
 * of the agent's libraries that the question names: all it says besides the task is in their names.
 */
async function filesOf(
  reading: FileReading,
  { dataSourceIds, folders, attachedIds, newAttachedIds }: SearchedLibraries,
  question: string,
): Promise<ReadableFile[]> {
  if (attachedIds.length > 0) {
    const newest = (newAttachedIds.length > 0 ? newAttachedIds : attachedIds).slice(-MOST_FILES)
    const files = await reading.files({ dataSourceIds: [], folders, attachedIds: newest }, MOST_FILES)
    return files.toSorted((a, b) => newest.indexOf(a.libraryId) - newest.indexOf(b.libraryId))
  }
  const subject = subjectOf(question)
  if (subject.length === 0 || dataSourceIds.length === 0) return []
  const files = await reading.files({ dataSourceIds, folders, attachedIds: [] }, MOST_NAMES)
  return files.filter(({ fileName }) => isNamedBy(fileName, subject)).slice(0, MOST_FILES)
}

function spread({ passages }: ReadableFile): number[] {
  const count = Math.min(passages, MOST_PASSAGES)
  return Array.from({ length: count }, (_, at) => Math.floor((at * passages) / count))
}

/** Returns the headings of the highest level that has several, without those above it. */
async function mainHeadings(
  { knowledge }: Pick<Answering['needs'], 'knowledge'>,
  { fileId }: ReadableFile,
): Promise<string[]> {
  const paths = (await knowledge.reading.headings(fileId)).map(({ heading }) => heading.split(SEPARATOR))
  const deepest = Math.max(0, ...paths.map((path) => path.length))
  for (let level = 1; level <= deepest; level += 1) {
    const names = new Set(paths.flatMap((path) => path[level - 1] ?? []))
    if (names.size >= LEAST_HEADINGS || level === deepest) return [...names]
  }
  return []
}
