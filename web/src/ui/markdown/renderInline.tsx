import { knownAddress, safeAddress } from '@parlance/contract/markdown/addresses'
import { decodeEntities } from '@parlance/contract/markdown/entities'
import type { CitationToken, FormulaToken, Links } from '@parlance/contract/markdown/lexer'
import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode, useContext } from 'react'
import { linkAddress } from './addresses.ts'
import { Formula } from './Formula.tsx'
import { type Surroundings, SurroundingsContext } from './MarkdownSurroundings.ts'
import { OwnImage } from './OwnImage.tsx'
import { UnknownLink } from './UnknownLink.tsx'

export function InlineTokens({ tokens, links }: { tokens: Token[]; links: Links }): ReactNode {
  const around = useContext(SurroundingsContext)
  return tokens.map((token, index) => (
    <InlineToken
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text only grow at its end.
      key={index}
      token={isBeforeChip(tokens, index, around) ? withoutEndBlank(token as Tokens.Text) : token}
      links={links}
    />
  ))
}

const isSource = ({ numbers }: CitationToken, { citationPlace }: Surroundings): boolean =>
  numbers.every((number) => citationPlace(number) !== null)

function isBeforeChip(tokens: Token[], index: number, around: Surroundings): boolean {
  const next = tokens[index + 1]
  if (tokens[index]?.type !== 'text' || next?.type !== 'citation') return false
  return around.citationsExpected || isSource(next as CitationToken, around)
}

/** A citation number is close to the text it supports. Its own margin provides the space. */
const withoutEndBlank = (token: Tokens.Text): Tokens.Text => ({ ...token, text: token.text.trimEnd() })

/** Everything except these tokens is text, especially HTML: an answer never adds its own elements. */
function InlineToken({ token, links }: { token: Token; links: Links }): ReactNode {
  const inner = <InlineTokens tokens={('tokens' in token && token.tokens) || []} links={links} />
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'codespan':
      return <code dir="ltr">{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
    case 'def':
      return null
    case 'link':
      return <Link token={token as Tokens.Link}>{inner}</Link>
    case 'image':
      return <OwnImage href={token.href} alt={decodeEntities(token.text)} />
    case 'citation':
      return <Citation token={token as CitationToken} links={links} />
    case 'formula':
      return <Formula text={(token as FormulaToken).text} display={false} />
    case 'text':
      return 'tokens' in token && token.tokens ? inner : <Text text={decodeEntities(token.text)} />
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

const piece = /[\s\S]{1000}[^ ]* |[\s\S]+$/g

/**
 * Splits long text into pieces with `wbr` between them, which the browser shapes separately. Otherwise, it
 * would shape an endless paragraph from the start for each added word.
 */
function Text({ text }: { text: string }): ReactNode {
  if (text.length <= 1000) return text
  return text.match(piece)!.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text only grow at its end.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function Link({ token, children }: { token: Tokens.Link; children: ReactNode }) {
  const { knowsAddress, citationsExpected } = useContext(SurroundingsContext)
  const href = decodeEntities(token.href)
  const address = linkAddress(href)
  if (!address)
    return (
      <UnlinkedText address={safeAddress(href)} text={token.text}>
        {children}
      </UnlinkedText>
    )
  if (knownAddress(href, knowsAddress) === null) {
    // Until the sources are known, no one can say whether they contain the address.
    if (citationsExpected) return children
    return (
      <UnknownLink address={address} text={decodeEntities(token.text)}>
        {children}
      </UnknownLink>
    )
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={token.title ? decodeEntities(token.title) : undefined}
    >
      {children}
    </a>
  )
}

/** A link that isn't one here. If its address is safe, it's shown, so that it can be copied. */
function UnlinkedText(props: { address: string | null; text: string; children: ReactNode }): ReactNode {
  const { address, text, children } = props
  const isShown = address === null || decodeEntities(text).replace(/\/$/, '') === address.replace(/\/$/, '')
  if (isShown) return children
  return (
    <>
      {children} (<bdi dir="ltr">{address}</bdi>)
    </>
  )
}

/** Citation numbers. A number without a source is a reference of the text itself, or plain text. */
function Citation({ token, links }: { token: CitationToken; links: Links }) {
  const around = useContext(SurroundingsContext)
  if (around.citationsExpected) {
    return token.numbers.map((number) => (
      <span key={number} className="md-citation">
        {around.citationPlace(number)}
      </span>
    ))
  }
  if (isSource(token, around)) {
    return token.numbers.map((number) => {
      const place = around.citationPlace(number)!
      return (
        <a
          key={number}
          className="md-citation"
          data-copied={`[${place}]`}
          href={around.citationAddress(place)}
          aria-label={around.citationLabel(place)}
          onClick={(event) => {
            event.preventDefault()
            around.openCitation(place)
          }}
          onMouseEnter={() => around.lightCitation(place)}
          onMouseLeave={() => around.lightCitation(null)}
          onFocus={() => around.lightCitation(place)}
          onBlur={() => around.lightCitation(null)}
        >
          {place}
        </a>
      )
    })
  }
  const definition = links[token.raw.slice(1, -1)]
  const address = definition && linkAddress(definition.href)
  if (!address || knownAddress(address, around.knowsAddress) === null) return token.raw
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {token.raw}
    </a>
  )
}
