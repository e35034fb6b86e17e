/**
 * A quote as Markdown: a block quote with the number of its citation behind it. What the document says is shown as it
 * stands there, so that its stars, brackets and tags do not become emphasis, links or citation numbers.
 */
export function quoteMarkdown(text: string, citation: number): string {
  const lines = text.split(/\n+/).map((line) => `> ${escapeLine(line)}`)
  return `${lines.join('\n>\n')} [${citation}]`
}

function escapeLine(line: string): string {
  return line
    .replace(/[\\`*[\]<>~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#+-]|=+$)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2')
}
