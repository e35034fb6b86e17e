import { Parser } from 'htmlparser2'
import { Unreadable } from '../openedDocument.ts'

export type Attributes = Readonly<Record<string, string>>

export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** No document nests deeper, and the parser would take the square of the depth. */
const MAX_DEPTH = 10_000

/**
 * Reads XML from its beginning to its end. Only the five entities of XML itself and numbers are resolved: a document can't
 * name other files, and entities of its own stay as they are written. `skipped` names elements that are passed over.
 */
export function readXml(xml: string, handler: XmlHandler, skipped: ReadonlySet<string> = new Set()): void {
  let passed = 0
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MAX_DEPTH) throw new Unreadable('file.broken')
        if (passed > 0 || skipped.has(name)) passed += 1
        else handler.open?.(name, attributes)
      },
      ontext(text) {
        if (passed === 0) handler.text?.(text)
      },
      onclosetag(name) {
        depth -= 1
        if (passed > 0) passed -= 1
        else handler.close?.(name)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}
