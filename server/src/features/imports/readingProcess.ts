/**
 * Reads exported conversations in a process of its own: files come in on one side, each after its mark, and what was
 * read goes out on the other, one a line. A file made to hurt takes nothing else down, and no answer waits for a large one.
 */
import { once } from 'node:events'
import type { ImportSource } from '@parlance/contract/imports'
import { ElementCutter, type Piece } from './elements.ts'
import { readConversation, sourceOf, titleIn } from './imported.ts'
import type { ReadingLine, ReadingTask } from './readingMessages.ts'

/** The longest conversations of people come to some megabytes. */
const ELEMENT_BYTES = 24 * 1024 * 1024
/** So many are looked at to tell whose export it is; a list whose first ones are none is no export. */
const LOOKED_AT = 20

// An interrupt key reaches the whole process group; the parent decides when reading ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The parent is gone: nobody would read what is written.
process.stdout.on('error', () => process.exit(0))

const task = JSON.parse(process.argv[2] ?? '{}') as ReadingTask

async function say(line: ReadingLine): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}

let inFile = 0
let source: ImportSource | null = null
let inAll = 0

async function take(piece: Piece): Promise<void> {
  if (piece.kind === 'element') return takeElement(piece)
  if (task.kind === 'survey') {
    const { file, whole } = piece
    await say({ kind: 'file', file, source, conversations: inFile, whole })
  }
  inFile = 0
  source = null
}

async function takeElement({ head, bytes }: Extract<Piece, { kind: 'element' }>): Promise<void> {
  inFile += 1
  inAll += 1
  if (task.kind === 'survey') {
    if (source === null && inFile <= LOOKED_AT && bytes) source = sourceIn(bytes)
    return
  }
  if (inAll <= task.skip) return
  const read = bytes ? readConversation(bytes, task.importedAt) : 'TooLong'
  if (typeof read === 'string') await say({ kind: 'refused', title: titleIn(head), problem: read })
  else await say({ kind: 'conversation', conversation: read })
}

function sourceIn(bytes: Buffer): ImportSource | null {
  try {
    return sourceOf(JSON.parse(bytes.toString('utf8')))
  } catch {
    // One that cannot be read says nothing of the others.
    return null
  }
}

const cutter = new ElementCutter(ELEMENT_BYTES)
for await (const chunk of process.stdin as AsyncIterable<Buffer>)
  for (const piece of cutter.push(chunk)) await take(piece)
for (const piece of cutter.end()) await take(piece)
