import { memo, type ReactNode, useState } from 'react'
import './markdown.css'
import type { Blocks } from './Blocks.ts'
import { type Links, lex, noLinks } from './markdown.ts'
import { OpenCode } from './OpenCode.tsx'
import { BlockTokens } from './renderBlocks.tsx'
import { visibleTail } from './visibleTail.ts'

/** One finished block: parsed and painted once. */
const Block = memo(function Block({ raw, links, closed }: { raw: string; links: Links; closed: boolean }) {
  return <BlockTokens tokens={lex(raw, links)} links={links} closed={closed} />
})

interface Props {
  blocks: Blocks
  version: number
  ended: boolean
  /** Shows finished blocks only, for those who want no movement. */
  byParagraph?: boolean
}

/**
 * A document that may still grow. `version` changes with each change of the (mutable) blocks, so that React sees it;
 * `ended` shows the rest as it is and resolves the references.
 */
export function GrowingMarkdown({ blocks, ended, byParagraph = false }: Props) {
  const links = ended ? blocks.links : noLinks
  const { tail } = blocks
  const growing =
    byParagraph && !ended ? null : blocks.inCode && !ended ? (
      <OpenCode key={blocks.done.length} tail={tail} />
    ) : (
      <Block key={blocks.done.length} raw={ended ? tail : visibleTail(tail)} links={links} closed={ended} />
    )
  // What this page saw grow was painted once, and its size is known: out of sight it need not be laid out again.
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
  settled: boolean
  /** The block that is not finished: in the last part, where it keeps its place when it is. */
  growing: ReactNode
}

/** Some of the blocks: with each piece of text only the last part is gone through and laid out, not the whole document. */
const Part = memo(function Part({ blocks, from, to, links, settled, growing }: PartProps) {
  const finished = blocks.done.slice(from, to).map((raw, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: finished blocks never move.
    <Block key={from + index} raw={raw} links={links} closed />
  ))
  return (
    <div className={settled ? 'md-part settled' : 'md-part'}>
      {growing ? [...finished, growing] : finished}
    </div>
  )
})
