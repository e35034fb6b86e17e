import type { FileHeading, ReadableFile } from '../../../knowledge/index.ts'
import { estimateTokens } from '../../execution/tokens.ts'
import { plain } from '../sources.ts'
import { aboutFile } from './wholeDocuments.ts'

/** The separator of a heading path, as extraction writes it. */
const SEPARATOR = ' › '
const HEADING_CHARACTERS = 100

interface Line {
  level: number
  text: string
}

/**
 * Returns the outline of a file that isn't read as a whole: its name, pages, and headings, so that the model knows
 * what it hasn't seen. If not all headings fit in `tokens`, the lower levels are left out, and then the last ones.
 */
export function outlineOf(file: ReadableFile, headings: readonly FileHeading[], tokens: number): string {
  const first = `${plain(file.fileName)}${aboutFile(file)}, ${file.passages} passages`
  const all = linesOf(headings)
  const levels = [...new Set(all.map((line) => line.level))].sort((a, b) => a - b)
  let shown: Line[] = []
  for (const level of levels) {
    const upTo = all.filter((line) => line.level <= level)
    const fits = estimateTokens([first, ...textsOf(upTo)].join('\n')) <= tokens
    if (fits || shown.length === 0) shown = upTo
    if (!fits) break
  }
  return [first, ...fitting(textsOf(shown), tokens - estimateTokens(first))].join('\n')
}

/** Returns each heading once, with those above it, because only headings directly above text are known. */
function linesOf(headings: readonly FileHeading[]): Line[] {
  const lines = new Map<string, Line>()
  for (const { heading, page } of headings) {
    const path = heading.split(SEPARATOR)
    path.forEach((part, at) => {
      const whole = path.slice(0, at + 1).join(SEPARATOR)
      if (lines.has(whole)) return
      const name = plain(part).slice(0, HEADING_CHARACTERS)
      lines.set(whole, { level: at + 1, text: `${name}${page === null ? '' : `, page ${page}`}` })
    })
  }
  return [...lines.values()]
}

const textsOf = (lines: readonly Line[]) =>
  lines.map(({ level, text }) => `${'  '.repeat(Math.min(level, 4) - 1)}- ${text}`)

function fitting(lines: readonly string[], tokens: number): string[] {
  let left = tokens
  const end = lines.findIndex((line) => {
    left -= estimateTokens(line) + 1
    return left < 0
  })
  return end < 0 ? [...lines] : [...lines.slice(0, end), '…']
}
