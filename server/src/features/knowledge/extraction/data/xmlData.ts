import type { DocumentText } from '../../passages/documentText.ts'
import { type Attributes, readXml } from '../markup/xml.ts'
import { createRecordWriter, type RecordWriter } from './records.ts'
import { built } from './values.ts'

interface Element {
  name: string
  /** Text that isn't written yet. */
  text: string[]
  isOpen: boolean
  /** The number of open elements within text, whose text continues it. */
  inline: number
  isInline: boolean
}

/** Returns the records of XML: elements with the same name are rows, and text has the path of its elements. */
export function extractXml(text: string): DocumentText {
  return built((builder) => {
    let writer = null as RecordWriter | null
    const stack: Element[] = []
    readXml(text, {
      open(tag, attributes) {
        const name = localName(tag)
        const outer = stack.at(-1)
        if (outer && continuesText(outer)) {
          outer.isInline = true
          outer.inline += 1
          return
        }
        if (writer && outer) begin(writer, outer)
        else writer ??= createRecordWriter(builder, name)
        const element: Element = { name, text: [], isOpen: stack.length === 0, inline: 0, isInline: false }
        stack.push(element)
        addAttributes(writer, element, attributes)
      },
      text(written) {
        stack.at(-1)?.text.push(written)
      },
      close() {
        const element = stack.at(-1)
        if (!element || !writer) return
        if (element.inline > 0) {
          element.inline -= 1
          return
        }
        stack.pop()
        const value = element.text.join('')
        writer.value(element.isOpen ? '' : element.name, value)
        if (element.isOpen && stack.length > 0) writer.close()
      },
    })
    writer?.end()
  })
}

/** An element in the middle of text, such as one that emphasizes words, belongs to that text. */
function continuesText(element: Element): boolean {
  element.isInline ||= element.text.some((written) => /\S/.test(written))
  if (!element.isInline) element.text = []
  return element.isInline
}

function begin(writer: RecordWriter, element: Element): void {
  if (!element.isOpen) writer.open(element.name)
  element.isOpen = true
}

function addAttributes(writer: RecordWriter, element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (/^(?:xmlns|xsi)\b/.test(name) || value.trim() === '') continue
    begin(writer, element)
    writer.value(localName(name), value)
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
