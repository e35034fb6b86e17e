import type { Sides } from './sides.ts'
import './difference.css'

interface Props {
  lines: Sides['left']
  /** What only the earlier side has is struck through, and what only the later one has is underlined. */
  side: 'removed' | 'added'
}

/** One of two texts, with the words marked that the other doesn’t have. */
export function MarkedText({ lines, side }: Props) {
  const Mark = side === 'removed' ? 'del' : 'ins'
  return (
    <div className="diff-marked">
      {lines.map((pieces, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified only by its position.
        <p key={at} dir="auto">
          {pieces.map(({ text, marked }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified only by its position.
            marked && text !== '' ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
          )}
        </p>
      ))}
    </div>
  )
}
