import { Parser } from 'htmlparser2'

export type Attributes = Readonly<Record<string, string>>

export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML from its beginning to its end. Only the five entities of XML itself and numbers are resolved: a document can't
 * name other files, and entities of its own stay as they are written. `skipped` names elements that are passed over.
 */
export function readXml(xml: string, handler: XmlHandler, skipped: ReadonlySet<string> = new Set()): void {
  let passed = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (passed > 0 || skipped.has(name)) passed += 1
        else handler.open?.(name, attributes)
      },
      ontext(text) {
        if (passed === 0) handler.text?.(text)
      },
      onclosetag(name) {
        if (passed > 0) passed -= 1
        else handler.close?.(name)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}
