/** A piece of text to find in a document, and what to put in its place. */
export interface Replacement {
  find: string
  replace: string
}

export type Replaced = { content: string } | { failures: string[] }

const SHOWN = 80
const shown = (text: string) => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/**
 * Makes all replacements, one after another, or none. Each text has to occur exactly once, so that nothing else is changed
 * than what the model means. Failures say what a model can do about them.
 */
export function replaced(content: string, replacements: readonly Replacement[]): Replaced {
  const failures: string[] = []
  let changed = content
  for (const [at, { find, replace }] of replacements.entries()) {
    const first = find === '' ? -1 : changed.indexOf(find)
    if (first < 0) {
      failures.push(`Edit ${at + 1}: ${shown(find)} is not in the document. Copy the text exactly.`)
      continue
    }
    if (changed.indexOf(find, first + 1) >= 0) {
      failures.push(`Edit ${at + 1}: ${shown(find)} occurs more than once. Add words around it.`)
      continue
    }
    // Not `replace`, to which dollar signs mean something.
    changed = changed.slice(0, first) + replace + changed.slice(first + find.length)
  }
  return failures.length > 0 ? { failures } : { content: changed }
}
