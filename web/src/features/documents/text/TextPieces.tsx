import { timeOf } from '@parlance/contract/citationPlace'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Block, CitedDocument, Piece } from '../data/api.ts'
import { documentTexts } from '../lang/en.ts'
import { DocumentCode } from './DocumentCode.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import { Marked } from './Marked.tsx'

interface Props {
  document: CitedDocument
  /** The rows of the cited range, first and last. */
  cited: readonly [number, number] | null
  /** Loads what is before or after. Absent if readers can't see it. */
  more?: { load: (where: 'before' | 'after') => void; isLoading: boolean }
  /** Changes with what is marked, so that the mark is scrolled into view. */
  target: string
}

/** A document as text, each piece under its heading, with the quote highlighted and in view. */
export function TextPieces({ document, cited, more, target }: Props) {
  const t = documentTexts.useText()
  const scroller = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another document or quote.
  useEffect(() => {
    scroller.current?.querySelector('mark')?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [target])
  const { pieces, moreBefore, moreAfter, isOpen, gone } = document
  useKeptPosition(scroller, document.first)
  const button = (where: 'before' | 'after') =>
    more && (
      <p className="document-more">
        <button
          type="button"
          className="btn ghost sm"
          aria-disabled={more.isLoading}
          onClick={() => !more.isLoading && more.load(where)}
        >
          {t(where === 'before' ? 'showBefore' : 'showAfter')}
        </button>
      </p>
    )
  return (
    <section
      ref={scroller}
      className="document-text"
      aria-label={t('document')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: needs focus to be scrolled by keyboard.
      tabIndex={0}
    >
      {!isOpen && !gone && (
        <p className="strip document-closed">
          <Lock size={16} />
          {t('passageOnly')}
        </p>
      )}
      {moreBefore && button('before')}
      {pieces.map((piece, index) => (
        <PieceText
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
          key={index}
          piece={piece}
          before={pieces[index - 1]}
          cited={cited}
        />
      ))}
      {moreAfter && button('after')}
    </section>
  )
}

/** Keeps what is shown in place when earlier text is added above it. */
function useKeptPosition(scroller: { current: HTMLElement | null }, first: number | null): void {
  const before = useRef({ first, height: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const { first: formerFirst, height } = before.current
    if (formerFirst !== null && first !== null && first < formerFirst)
      element.scrollTop += element.scrollHeight - height
    before.current = { first, height: element.scrollHeight }
  })
}

interface PieceProps {
  piece: Piece
  before: Piece | undefined
  cited: Props['cited']
}

function PieceText({ piece, before, cited }: PieceProps) {
  const t = documentTexts.useText()
  const { heading, page, slide, sheet, blocks } = piece
  return (
    <>
      {page !== null && page !== before?.page && (
        <p className="document-page small m3 num">
          {slide === undefined ? t('pageNumber', { page }) : t('slideNumber', { slide })}
        </p>
      )}
      {heading !== '' && (heading !== before?.heading || sheet !== before.sheet) && (
        <h3 className="h4" dir="auto">
          {heading}
        </h3>
      )}
      {groupsOf(blocks).map((group) => (
        <Group key={group[0]?.start} piece={piece} blocks={group} cited={cited} />
      ))}
    </>
  )
}

function Group({ piece, blocks, cited }: { piece: Piece; blocks: readonly Block[]; cited: Props['cited'] }) {
  const { text, marks } = piece
  const [{ kind } = { kind: 'paragraph' }] = blocks
  if (kind === 'table') return <DocumentTable piece={piece} blocks={blocks} cited={cited} />
  if (kind === 'code') return <DocumentCode piece={piece} blocks={blocks} />
  const contentOf = ({ start, end }: Block) => <Marked text={text} start={start} end={end} marks={marks} />
  // Each paragraph has its own text direction.
  if (kind === 'list') {
    return (
      <ul>
        {blocks.map((block) => (
          <li key={block.start} dir="auto">
            {contentOf(block)}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <>
      {blocks.map((block) => (
        <p key={block.start} dir="auto">
          {block.timeMs !== undefined && (
            <bdi className="document-time small m3 num">{timeOf(block.timeMs)}</bdi>
          )}
          {contentOf(block)}
        </p>
      ))}
    </>
  )
}

/** Returns the blocks in groups of one kind. */
function groupsOf(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (last?.[0]?.kind === block.kind) last.push(block)
    else groups.push([block])
  }
  return groups
}
