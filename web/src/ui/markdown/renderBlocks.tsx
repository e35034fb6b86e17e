import type { FormulaToken, Links } from '@parlance/contract/markdown/lexer'
import { Square, SquareCheck } from 'lucide-react'
import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { useContext } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { DiagramBlock, isDiagram } from './DiagramBlock.tsx'
import { Formula } from './Formula.tsx'
import { SurroundingsContext } from './MarkdownSurroundings.ts'
import { InlineTokens } from './renderInline.tsx'
import { Table } from './Table.tsx'

interface Props {
  tokens: Token[]
  links: Links
  /** False while more text of this block can arrive. Its code isn't highlighted until then. */
  closed: boolean
}

/** Converts tokens to elements one by one. Tokens not listed here are shown as text. */
export function BlockTokens({ tokens, links, closed }: Props): ReactNode {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text only grow at its end.
    <BlockToken key={index} token={token} links={links} closed={closed || index < tokens.length - 1} />
  ))
}

function BlockToken({ token, links, closed }: { token: Token; links: Links; closed: boolean }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'heading':
      return <Heading token={token as Tokens.Heading} links={links} />
    case 'code':
      return <Code text={token.text} language={(token as Tokens.Code).lang ?? ''} closed={closed} />
    case 'table':
      return <Table token={token as Tokens.Table} links={links} closed={closed} />
    case 'formula':
      return <Formula text={(token as FormulaToken).text} display />
    case 'hr':
      return <hr />
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <BlockTokens tokens={token.tokens ?? []} links={links} closed={closed} />
        </blockquote>
      )
    case 'list':
      return <List token={token as Tokens.List} links={links} closed={closed} />
    case 'paragraph':
      return (
        <p dir={ownDirection(token.raw)}>
          <InlineTokens tokens={token.tokens ?? []} links={links} />
        </p>
      )
    case 'text':
      return <InlineTokens tokens={(token as Tokens.Text).tokens ?? [token]} links={links} />
    default:
      return (
        <p dir="auto" className="md-source">
          {token.raw.trimEnd()}
        </p>
      )
  }
}

function Code(props: { text: string; language: string; closed: boolean }) {
  return props.closed && isDiagram(props.language) ? <DiagramBlock {...props} /> : <CodeBlock {...props} />
}

/** A number alone has the direction of the text around it, and not the one from left to right that `auto` gives it. */
const ownDirection = (text: string): 'auto' | undefined => (/\p{L}/u.test(text) ? 'auto' : undefined)

/** The page has its own h1, so an answer's headings start at h2. */
function Heading({ token, links }: { token: Tokens.Heading; links: Links }) {
  const Tag = `h${Math.max(2, token.depth)}` as 'h2'
  return (
    <Tag dir="auto" className={`md-h md-h${token.depth}`}>
      <InlineTokens tokens={token.tokens} links={links} />
    </Tag>
  )
}

function List({ token, links, closed }: { token: Tokens.List; links: Links; closed: boolean }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text only grow at its end.
    <Item key={index} item={item} links={links} closed={closed || index < token.items.length - 1} />
  ))
  if (!token.ordered) return <ul dir="auto">{items}</ul>
  return (
    <ol dir="auto" start={token.start === '' ? 1 : token.start}>
      {items}
    </ol>
  )
}

function Item({ item, links, closed }: { item: Tokens.ListItem; links: Links; closed: boolean }) {
  const { words } = useContext(SurroundingsContext)
  if (!item.task) {
    return (
      <li dir="auto">
        <BlockTokens tokens={item.tokens} links={links} closed={closed} />
      </li>
    )
  }
  return (
    <li dir="auto" className="md-task">
      <span
        role="img"
        className="md-check"
        aria-label={item.checked ? words.taskDone : words.taskOpen}
        data-copied={item.checked ? '☑ ' : '☐ '}
      >
        {item.checked ? <SquareCheck size={16} /> : <Square size={16} />}
      </span>
      <BlockTokens tokens={item.tokens} links={links} closed={closed} />
    </li>
  )
}
