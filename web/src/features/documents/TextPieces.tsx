import { Fragment, useEffect, useRef } from 'react'
import type { CitedDocument, Piece } from './data/api.ts'
import { documentTexts } from './lang/en.ts'

/** A document as text, each piece under its heading, with the quote highlighted and in view. */
export function TextPieces({ document }: { document: CitedDocument }) {
  const t = documentTexts.useText()
  const scroller = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another document or quote.
  useEffect(() => {
    scroller.current?.querySelector('mark')?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [document])
  const { pieces, moreBefore, moreAfter } = document
  return (
    <section
      ref={scroller}
      className="document-text"
      aria-label={t('document')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: needs focus to be scrolled by keyboard.
      tabIndex={0}
    >
      {moreBefore && <p className="document-more small m3">{t('moreBefore')}</p>}
      {pieces.map((piece, index) => (
        <PieceText
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
          key={index}
          piece={piece}
          before={pieces[index - 1]}
        />
      ))}
      {moreAfter && <p className="document-more small m3">{t('moreAfter')}</p>}
    </section>
  )
}

function PieceText({ piece, before }: { piece: Piece; before: Piece | undefined }) {
  const t = documentTexts.useText()
  const { heading, page, text, marks } = piece
  return (
    <>
      {page !== null && page !== before?.page && (
        <p className="document-page small m3 num">{t('pageNumber', { page })}</p>
      )}
      {heading !== '' && heading !== before?.heading && (
        <h3 className="h4" dir="auto">
          {heading}
        </h3>
      )}
      {paragraphsOf(text).map(({ start, end }) => (
        <p key={start} dir="auto">
          <Marked text={text} start={start} end={end} marks={marks} />
        </p>
      ))}
    </>
  )
}

/** Returns the paragraphs' offsets, because each paragraph has its own text direction. */
function paragraphsOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const { index, 0: paragraph } of text.matchAll(/(?:(?!\n\s*\n)[\s\S])+/g))
    if (paragraph.trim() !== '') found.push({ start: index, end: index + paragraph.length })
  return found
}

interface MarkedProps {
  text: string
  start: number
  end: number
  marks: Piece['marks']
}

function Marked({ text, start, end, marks }: MarkedProps) {
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
