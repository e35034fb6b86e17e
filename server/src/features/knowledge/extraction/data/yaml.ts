import { parseAllDocuments } from 'yaml'
import type { DocumentText } from '../../passages/documentText.ts'
import { extractCode } from '../code/sourceCode.ts'
import { addValues, built } from './values.ts'

/** The parser needs seconds for each megabyte. Longer ones are read line by line. */
const MAX_PARSED = 2_000_000
/** What a text can repeat by its aliases. More is a bomb. */
const MAX_ALIASES = 100

/** Returns the records of YAML. Text that isn't YAML is read line by line. */
export function extractYaml(text: string): DocumentText {
  const documents = text.length > MAX_PARSED ? null : parsed(text)
  // A text without any key or list is prose.
  if (!documents?.some((document) => typeof document === 'object' && document !== null))
    return extractCode(text)
  return built((builder) => addValues(builder, documents))
}

function parsed(text: string): unknown[] | null {
  try {
    // In this schema, values are text as they are written: "1.10" and "yes" don't become a number and a truth value.
    // Whether keys are unique isn't checked, which would take the square of their number.
    const documents = parseAllDocuments(text, {
      schema: 'failsafe',
      merge: true,
      uniqueKeys: false,
      logLevel: 'silent',
    })
    if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return null
    return documents.map((document): unknown => document.toJS({ maxAliasCount: MAX_ALIASES }))
  } catch {
    // Nested deeper than the call stack, or aliases that repeat too much.
    return null
  }
}
