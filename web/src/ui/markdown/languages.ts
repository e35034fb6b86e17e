/** Display names of the highlighter's languages, with their common aliases. */
const names: Record<string, [name: string, ...aliases: string[]]> = {
  typescript: ['TypeScript', 'ts', 'tsx', 'javascript', 'js', 'jsx', 'mjs', 'cjs', 'mts'],
  python: ['Python', 'py', 'python3'],
  java: ['Java'],
  csharp: ['C#', 'cs', 'c#'],
  sql: ['SQL', 'postgresql', 'pgsql', 'plsql'],
  json: ['JSON', 'jsonc', 'json5'],
  yaml: ['YAML', 'yml'],
  bash: ['Shell', 'sh', 'shell', 'zsh', 'console'],
  xml: ['XML', 'html', 'xhtml', 'svg'],
  css: ['CSS', 'scss', 'less'],
}

/** A map, because the language of a fence can be named `constructor`. */
const own = new Map([
  ['javascript', 'JavaScript'],
  ['js', 'JavaScript'],
  ['html', 'HTML'],
  ['svg', 'SVG'],
  ['mermaid', 'Mermaid'],
])

/** The first word after the fence. */
const short = (info: string) =>
  info
    .trim()
    .split(/[\s{,:]/, 1)[0]!
    .toLowerCase()

/** Returns the highlighter's name of a language, or null if it is unknown. */
export function knownLanguage(info: string): string | null {
  const asked = short(info)
  for (const [language, [, ...aliases]] of Object.entries(names)) {
    if (language === asked || aliases.includes(asked)) return language
  }
  return null
}

export function languageName(info: string): string {
  const asked = short(info)
  const language = knownLanguage(info)
  return own.get(asked) ?? (language ? names[language]![0] : info.trim().split(/\s/, 1)[0]!.slice(0, 30))
}
