import type { DocumentBuilder } from '../../passages/documentText.ts'
import { extractHtml } from '../html.ts'

/** More than that isn't one passage, so it becomes lines below a heading. */
const MAX_ROW = 500
/** What is nested deeper belongs to what it is in. */
const MAX_DEPTH = 24
const MAX_HEADINGS = 6
const MAX_NAME = 80
const MAX_PATH = 160
const SEPARATOR = ' › '

interface Cell {
  /** The path of names within the row. Empty for a value that has none. */
  name: string
  value: string
}

/** A value, which has one cell without a name of its own, or a record. */
interface Item {
  name: string
  cells: Cell[]
  isRecord: boolean
}

interface Open {
  name: string
  /** What it is called as a heading, once it is one. */
  label: string | null
  /** What isn't written yet, and its length. */
  items: Item[]
  size: number
  children: number
  records: number
  /** Whether all records so far have the same name. */
  isUniform: boolean
  recordName: string | null
  /** Whether rows name their record. */
  areNamed: boolean
}

/** Writes nested data, such as JSON or XML, while it is read. */
export interface RecordWriter {
  /** Begins an object, an element, or a list. */
  open(name: string): void
  value(name: string, text: string): void
  close(): void
  end(): void
}

const blockMarkup = /<(?:p|div|br|ul|ol|li|table|tr|h[1-6])\b[^<>]{0,500}>/i
const embedded = /^data:[^,]{0,200};base64,/
/** Names under which a record says what it is. */
const identities = ['name', 'title', 'label', 'id', 'key', 'code', 'kind', 'artifactid']
/** Names that say nothing about a text, or not about a long one. */
const proseNames = /^(?:p|para|simpara|paragraph|li)$/i
const textNames = /^(?:text|content|body|value|string|item)$/i
const LONG_TEXT = 120

/**
 * Writes data as rows and headings. What fits in a passage is a row: "name: Anna | city: Halden". Anything larger, and a
 * list of records, is a heading with rows and lines below it.
 */
export function createRecordWriter(builder: DocumentBuilder, title = ''): RecordWriter {
  const stack: Open[] = [newOpen(title)]
  /** How much is open beyond the greatest depth. */
  let beyond = 0
  /** The depth of the last heading. */
  let written = 0
  const top = () => stack.at(-1)!
  if (title !== '') builder.heading(0, title)

  function add(item: Item, depth: number): void {
    const to = stack[depth]!
    to.children += 1
    to.items.push(item)
    for (const { name, value } of item.cells) to.size += name.length + value.length
    if (item.isRecord) {
      to.records += 1
      to.isUniform &&= to.recordName === null || to.recordName === item.name
      to.recordName = item.name
    }
    if (to.label !== null) flush(depth)
    else if (to.size > MAX_ROW || (to.records > 1 && to.isUniform)) divide(depth)
  }

  /** Writes what is open at this depth, below headings for all that it is in. */
  function divide(depth: number): void {
    if (depth > MAX_HEADINGS) {
      // Too deep for a heading: the part so far becomes a record of what it is in.
      const open = stack[depth]!
      const item = itemOf(open)
      Object.assign(open, { items: [], size: 0, records: 0 })
      add(item, depth - 1)
      return
    }
    for (let at = 0; at <= depth; at += 1) {
      const open = stack[at]!
      if (open.label !== null) continue
      open.label = at === 0 ? title : labelOf(open, stack[at - 1]!)
      if (at > 0) {
        builder.heading(at, open.label)
        written = at
      }
      flush(at)
    }
  }

  function flush(depth: number): void {
    const open = stack[depth]!
    const { items } = open
    open.items = []
    if (items.length > 0 && written > depth) {
      if (depth > 0 || title !== '') builder.heading(depth, open.label ?? '')
      else builder.endHeadings()
      written = depth
    }
    for (const { name, cells, isRecord } of items) {
      open.areNamed ||= isRecord && !(open.isUniform && open.records > 1)
      const prefix = isRecord && !open.areNamed ? '' : name
      // The first cell says whose row it is.
      const row = cells.map((cell, at) =>
        textOf(at === 0 ? joined(prefix, cell.name) : cell.name, cell.value),
      )
      builder.block(isRecord ? 'table' : 'list', row.join(' | '))
    }
  }

  return {
    open(name) {
      if (stack.length > MAX_DEPTH) beyond += 1
      else stack.push(newOpen(nameOf(name)))
    },
    value(name, text) {
      const value = cleaned(text)
      if (value === '') return
      add({ name: nameOf(name), cells: [{ name: '', value }], isRecord: false }, stack.length - 1)
    },
    close() {
      if (beyond > 0) {
        beyond -= 1
        return
      }
      const open = top()
      stack.pop()
      if (open.label !== null) top().children += 1
      else if (open.items.length > 0) add(itemOf(open), stack.length - 1)
    },
    end: () => divide(0),
  }
}

const newOpen = (name: string): Open => ({
  name,
  label: null,
  items: [],
  size: 0,
  children: 0,
  records: 0,
  isUniform: true,
  recordName: null,
  areNamed: false,
})

/** Returns what is open as one record. Values with the same name are in one cell. */
function itemOf({ name, items }: Open): Item {
  const cells: Cell[] = []
  for (const item of items)
    for (const cell of item.cells) {
      const path = joined(item.name, cell.name)
      const last = cells.at(-1)
      if (last?.name === path && !item.isRecord) last.value += `, ${cell.value}`
      else cells.push({ name: path, value: cell.value })
    }
  return { name, cells, isRecord: true }
}

function labelOf({ name, items }: Open, parent: Open): string {
  const values = items.filter((item) => !item.isRecord)
  const named = identities.map((wanted) => values.find((item) => item.name.toLowerCase() === wanted))
  const identity = named.find((item) => item !== undefined)?.cells[0]?.value ?? ''
  const shown = identity.length > MAX_NAME ? '' : identity
  return `${name} ${shown}`.trim() || String(parent.children + 1)
}

const nameOf = (name: string) =>
  name
    .slice(0, MAX_NAME)
    .replaceAll(/[\s›|]+/g, ' ')
    .trim()

function joined(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner
  const path = `${outer}${SEPARATOR}${inner}`
  return path.length > MAX_PATH ? inner : path
}

function textOf(name: string, value: string): string {
  if (name === '' || proseNames.test(name) || (value.length > LONG_TEXT && textNames.test(name))) return value
  return `${name}: ${value}`
}

function cleaned(text: string): string {
  if (embedded.test(text)) return ''
  const value = blockMarkup.test(text) ? extractHtml(text).text : text
  return value.replace(/[^\S\n]+/g, ' ').trim()
}
