import {
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
} from '../../passages/documentText.ts'
import { extractCode } from '../code/sourceCode.ts'
import { addNotebook, isNotebook } from './notebook.ts'
import { createRecordWriter, type RecordWriter } from './records.ts'

/** Up to this size, numbers are read as they are written, which takes several times as long. */
const MAX_EXACT = 20_000_000
/** A list of values is one line up to this length. Longer values have a line each. */
const MAX_LINE = 300
const MAX_SHORT = 60
/** So many lines that aren't JSON are read before the text counts as something else. */
const MAX_OTHERS = 100

/** Returns the records of JSON. What isn't JSON is read line by line. */
export function extractJson(text: string): DocumentText {
  const value = parsed(text)
  if (value === undefined) return extractJsonLines(text)
  return built((builder) => {
    if (isNotebook(value)) addNotebook(builder, value)
    else addValues(builder, [value])
  })
}

/** Returns the records of lines that are JSON each. Other lines stay as they are. */
export function extractJsonLines(text: string): DocumentText {
  const records: unknown[] = []
  let others = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const value = parsed(line)
    if (value === undefined) others += 1
    // Most lines are something else. Trying all of them would take long.
    if (others > MAX_OTHERS && others * 2 > records.length) return extractCode(text)
    records.push(value ?? line)
  }
  if (others * 2 >= records.length) return extractCode(text)
  return built((builder) => addValues(builder, [records]))
}

/** Writes documents that are each a value of nested objects, lists, and scalars. */
export function addValues(builder: DocumentBuilder, documents: readonly unknown[]): void {
  const writer = createRecordWriter(builder)
  if (documents.length === 1) writeValue(writer, documents[0])
  else writeValue(writer, documents)
  writer.end()
}

export function built(add: (builder: DocumentBuilder) => void): DocumentText {
  const builder = createDocumentBuilder()
  add(builder)
  return { ...builder.finish(), pages: null, pageIsPassage: false }
}

/** Returns undefined if the text isn't JSON. Numbers are the text that they are written as. */
function parsed(text: string): unknown {
  const attempts = [() => JSON.parse(text, asWritten), () => JSON.parse(text)]
  for (const attempt of text.length > MAX_EXACT ? attempts.slice(1) : attempts)
    try {
      return attempt()
    } catch (error) {
      // Only what nests deeper than the call stack can still be read, without the function.
      if (error instanceof SyntaxError) return undefined
    }
  return undefined
}

const asWritten = (_: string, value: unknown, context?: { source?: string }) =>
  typeof value === 'number' ? (context?.source ?? value) : value

/** Writes a value with iterators instead of calls, because data can nest deeper than the call stack. */
function writeValue(writer: RecordWriter, value: unknown): void {
  const open = [entriesOf(value)]
  for (let entries = open.at(-1); entries; entries = open.at(-1)) {
    const { value: entry, done } = entries.next()
    if (done) {
      open.pop()
      if (open.length > 0) writer.close()
      continue
    }
    const [name, inner] = entry
    if (!isNested(inner)) writer.value(name, scalarText(inner))
    else if (Array.isArray(inner) && !inner.some(isNested)) writeList(writer, name, inner)
    else {
      writer.open(name)
      open.push(entriesOf(inner))
    }
  }
}

function* entriesOf(value: unknown): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield ['', item]
  else if (isNested(value)) for (const key in value) yield [key, value[key]]
  else yield ['', value]
}

/** Short values share lines. */
function writeList(writer: RecordWriter, name: string, values: readonly unknown[]): void {
  let line = ''
  const end = () => {
    if (line !== '') writer.value(name, line)
    line = ''
  }
  for (const value of values) {
    const text = scalarText(value)
    if (text.length > MAX_SHORT || line.length + text.length > MAX_LINE) end()
    if (text.length > MAX_SHORT) writer.value(name, text)
    else if (text !== '') line = line === '' ? text : `${line}, ${text}`
  }
  end()
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const scalarText = (value: unknown) => (value === null || value === undefined ? '' : String(value))
