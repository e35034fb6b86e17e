import { memo, type ReactNode, useState } from 'react'
import './markdown.css'
import { type Links, lex, noLinks } from '@parlance/contract/markdown/lexer'
import type { Direction } from '../../base/direction.ts'
import type { Blocks } from './Blocks.ts'
import { OpenCode } from './OpenCode.tsx'
import { BlockTokens } from './renderBlocks.tsx'
import { cutTail, visibleTail } from './visibleTail.ts'

/** One finished block, parsed and painted once. */
const Block = memo(function Block({ raw, links, closed }: { raw: string; links: Links; closed: boolean }) {
  return <BlockTokens tokens={lex(raw, links)} links={links} closed={closed} />
})

interface Props {
  blocks: Blocks
  version: number
  ended: boolean
  /** The text was cut off before its end. */
  cut?: boolean
  /** Shows only finished blocks, for users who prefer less motion. */
  byParagraph?: boolean
}

/**
 * A document that can still grow. `version` changes with each change of the mutable `blocks`, so React notices
 * it. `ended` shows the rest as it is and resolves the references.
 */
export function GrowingMarkdown({ blocks, ended, cut = false, byParagraph = false }: Props) {
  const links = ended ? blocks.links : noLinks
  const { tail } = blocks
  const rest = cut ? cutTail(tail) : ended ? tail : visibleTail(tail)
  const growing =
    byParagraph && !ended ? null : blocks.inCode && !ended ? (
      <OpenCode key={blocks.done.length} tail={tail} />
    ) : (
      <Block key={blocks.done.length} raw={rest} links={links} closed={ended} />
    )
  // Parts that grew on this page were painted once, so their size is known. Out of view, they need no layout.
  const [grew] = useState(!ended)
  const { parts } = blocks
  return parts.map((from, index) => {
    const isLast = index === parts.length - 1
    return (
      <Part
        key={from}
        blocks={blocks}
        from={from}
        to={isLast ? blocks.done.length : parts[index + 1]!}
        links={links}
        direction={blocks.direction}
        settled={grew && !isLast}
        growing={isLast ? growing : null}
      />
    )
  })
}

interface PartProps {
  blocks: Blocks
  from: number
  to: number
  links: Links
  direction: Direction | undefined
  settled: boolean
  /** The unfinished block, in the last part, where it stays once finished. */
  growing: ReactNode
}

/** A group of blocks. With each piece of text, only the last part is rendered and laid out again. */
const Part = memo(function Part({ blocks, from, to, links, direction, settled, growing }: PartProps) {
  const finished = blocks.done.slice(from, to).map((raw, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: finished blocks never move.
    <Block key={from + index} raw={raw} links={links} closed />
  ))
  return (
    <div dir={direction} className={settled ? 'md-part settled' : 'md-part'}>
      {growing ? [...finished, growing] : finished}
    </div>
  )
})
