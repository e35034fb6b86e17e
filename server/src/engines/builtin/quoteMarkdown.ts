/**
 * Returns a quote as Markdown: a block quote followed by its citation number. Escapes the document's text, so
 * that its stars, brackets, and tags do not become emphasis, links, or citations.
 */
export function quoteMarkdown(text: string, citation: number): string {
  const lines = text.split(/\n+/).map((line) => `> ${escapeLine(line)}`)
  return `${lines.join('\n>\n')} [${citation}]`
}

/** Returns a line of a document as Markdown that shows exactly its text. */
export function escapeLine(line: string): string {
  return line
    .replace(/[\\`*[\]<>~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#+-]|=+$)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2')
}
