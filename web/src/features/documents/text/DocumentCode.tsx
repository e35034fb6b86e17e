import type { Block, Piece } from '../data/api.ts'
import { Marked } from './Marked.tsx'

interface Line {
  start: number
  end: number
  number: number | null
}

/** Lines of code with their numbers, which reads from left to right in any language. */
export function DocumentCode({ piece: { text, marks }, blocks }: { piece: Piece; blocks: readonly Block[] }) {
  return (
    <pre
      className="document-code"
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: needs focus to be scrolled by keyboard.
      tabIndex={0}
    >
      {blocks
        .flatMap((block) => linesOf(text, block))
        .map(({ start, end, number }) => (
          <span key={start} className="line">
            {number !== null && (
              <span className="number num" aria-hidden="true">
                {number}
              </span>
            )}
            <code>
              <Marked text={text} start={start} end={end} marks={marks} />
            </code>
            {'\n'}
          </span>
        ))}
    </pre>
  )
}

function linesOf(text: string, { start, end, line }: Block): Line[] {
  let at = start
  return text
    .slice(start, end)
    .split('\n')
    .map((content, index) => {
      const found = {
        start: at,
        end: at + content.length,
        number: line === undefined ? null : line + index,
      }
      at = found.end + 1
      return found
    })
}
