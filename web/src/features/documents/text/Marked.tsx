import { Fragment } from 'react'
import type { Piece } from '../data/api.ts'

interface Props {
  text: string
  start: number
  end: number
  marks: Piece['marks']
}

/** A part of a piece's text with what is marked in it. */
export function Marked({ text, start, end, marks }: Props) {
  const parts = []
  let at = start
  for (const mark of [...marks].sort((a, b) => a.start - b.start)) {
    const from = Math.max(mark.start, at)
    const to = Math.min(mark.end, end)
    if (from >= to) continue
    parts.push(
      <Fragment key={from}>
        {text.slice(at, from)}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>,
    )
    at = to
  }
  return (
    <>
      {parts}
      {text.slice(at, end)}
    </>
  )
}
