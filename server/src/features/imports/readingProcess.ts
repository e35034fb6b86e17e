/**
 * Reads exported conversations in a separate process. Files come in on stdin, each after its mark. Results go
 * out on stdout, one per line. A malicious file can't harm anything else, and a large one doesn't delay
 * answers.
 */
import { once } from 'node:events'
import type { ImportSource } from '@parlance/contract/imports'
import { ElementCutter, type Piece } from './elements.ts'
import { readConversation, sourceOf, titleIn } from './imported.ts'
import type { ReadingLine, ReadingTask } from './readingMessages.ts'

/** The longest real conversations are a few megabytes. */
const ELEMENT_BYTES = 24 * 1024 * 1024
/**
 * How many objects are checked to detect the source. A list is not an export if none of these is a
 * conversation.
 */
const LOOKED_AT = 20

// Ctrl+C reaches the whole process group, but the parent decides when reading ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The parent is gone, so no one would read the output.
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
    // An unreadable object says nothing about the others.
    return null
  }
}

const cutter = new ElementCutter(ELEMENT_BYTES)
for await (const chunk of process.stdin as AsyncIterable<Buffer>)
  for (const piece of cutter.push(chunk)) await take(piece)
for (const piece of cutter.end()) await take(piece)
