import { parseSync } from 'vite'

export interface CommentLine {
  line: number
  text: string
}

/** The comments of a source file, line by line, without their marks. */
export function comments(file: string, source: string): CommentLine[] {
  return parseSync(file, source).comments.flatMap(({ start, value }) => {
    const first = source.slice(0, start).split('\n').length
    return value.split('\n').map((text, at) => ({ line: first + at, text: text.replace(/^\s*\*? ?/, '') }))
  })
}
