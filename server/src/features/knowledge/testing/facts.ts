import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { createLibrary, type File, settled, upload } from './library.ts'

const folder = path.join(import.meta.dirname, '../../../../../bench/formats')

/** What a person finds in a file. All parts of a fact belong together; the first one is where it is found. */
interface FileFacts {
  file: string
  facts: string[][]
}

export const fileFacts = JSON.parse(readFileSync(path.join(folder, 'facts.json'), 'utf8')) as FileFacts[]

export const formatOf = ({ file }: FileFacts): string => path.dirname(file)

export interface Checked {
  file: string
  facts: number
  /** The facts of which no passage has all parts, with the parts that are together at most. */
  missed: { fact: string[]; most: string[] }[]
  /** Facts that come before the one that precedes them in the file. */
  misplaced: string[]
  /** The state of the file if it isn't ready. */
  failed: string | null
}

/** Uploads files, and looks for their facts in the passages. */
export async function checkFacts(app: TestApplication, files: readonly FileFacts[]): Promise<Checked[]> {
  const library = await createLibrary(app, 'Facts')
  const names = new Map<string, FileFacts>()
  for (const one of files) {
    const name = `${formatOf(one)}-${path.basename(one.file)}`
    names.set(name, one)
    const { status } = await upload(app, library, name, readFileSync(path.join(folder, 'files', one.file)))
    if (status !== 200) throw new Error(`${name} was refused with ${status}.`)
  }
  await settled(app, library)
  const checked = new Map<FileFacts, Checked>()
  for (const file of await listAll(app, library)) {
    const one = names.get(file.name)
    if (!one) continue
    const passages = await passagesOf(app, library, file.fileId)
    checked.set(one, { ...checkFile(one, passages), failed: file.state === 'Ready' ? null : file.reason })
  }
  return files.map((one) => checked.get(one)!)
}

async function listAll(app: TestApplication, dataSourceId: string): Promise<File[]> {
  const path = `/api/internal/dataSources/${dataSourceId}/files?pageSize=200`
  return (await call<{ items: File[] }>(app, path, { token: await app.token('admin') })).body.items
}

/** The passages of a file in order, each below its headings. */
async function passagesOf(app: TestApplication, dataSourceId: string, fileId: string): Promise<string[]> {
  const token = await app.token('admin')
  const at = `/api/internal/dataSources/${dataSourceId}/files/${fileId}/passages?pageSize=200`
  const texts: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const {
      body,
    }: { body: { items: { heading: string; text: string }[]; continuationToken: string | null } } =
      await call(app, `${at}${next && `&continuationToken=${encodeURIComponent(next)}`}`, { token })
    texts.push(...body.items.map(({ heading, text }) => plain(`${heading}\n${text}`)))
    next = body.continuationToken
  }
  return texts
}

/** Neither the space between words nor their case matters, nor marks that only say where a word can be broken. */
const plain = (text: string) =>
  text.normalize('NFKC').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').toLowerCase()

function checkFile({ file, facts }: FileFacts, passages: readonly string[]): Omit<Checked, 'failed'> {
  const missed: Checked['missed'] = []
  const misplaced: string[] = []
  const whole = passages.join('\n')
  let reached = 0
  for (const fact of facts) {
    const parts = fact.map(plain)
    const together = passages.map((passage) => parts.filter((part) => passage.includes(part)))
    const most = together.toSorted((a, b) => b.length - a.length)[0] ?? []
    if (most.length < parts.length) missed.push({ fact, most })
    const [first = ''] = parts
    if (!whole.includes(first)) continue
    // Passages overlap, and a text can occur before, so any place from the last fact on is right.
    if (whole.indexOf(first, reached) >= 0) reached = whole.indexOf(first, reached)
    else misplaced.push(fact[0] ?? '')
  }
  return { file, facts: facts.length, missed, misplaced }
}
