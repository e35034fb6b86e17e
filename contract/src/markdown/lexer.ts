import { Lexer, Marked, type Token, type Tokens, type TokensList } from 'marked'

export type Links = Record<string, { href: string; title?: string | null }>
/** No reference definitions. One shared object, so that memoized blocks keep their props. */
export const noLinks: Links = {}

/** `[2]` and `[1, 3]`: the numbers of an answer's sources. Followed by `(`, it is a link. */
export interface CitationToken extends Tokens.Generic {
  type: 'citation'
  numbers: number[]
}

/** A formula, on its own line or inline. */
export interface FormulaToken extends Tokens.Generic {
  type: 'formula'
  text: string
  display: boolean
}

const citationMark = /^\[(\d{1,4}(?:, ?\d{1,4})*)\](?!\()/

/** Formulas never contain an empty line. Otherwise, it would be unclear in growing text whether one is open. */
const inside = '(?:(?!\\n[ \\t]*\\n)[\\s\\S]){1,2000}?'
const whole = ` {0,3}(?:\\$\\$(${inside})\\$\\$|\\\\\\[(${inside})\\\\\\])[ \\t]*`
const displayed = new RegExp(`^${whole}(?:\\n+|$)`)
/** Only a complete formula ends a paragraph. The marks alone are part of its text. */
const displayedStart = new RegExp(`\\n(?=${whole}(?:\\n|$))`)
/**
 * Excludes amounts of money: there is no space after the opening sign or before the closing one, and no digit
 * after it.
 */
const within =
  /^(?:\$\$([^$\n]+)\$\$|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\]|\$(?![\s$])((?:\\.|[^$\\\n])*?[^\s$\\])\$(?!\d))/
const withinStart = /(?<![\w$\\])\$|\\[([]/

const markdown = new Marked({ gfm: true, breaks: false }).use({
  extensions: [
    {
      name: 'citation',
      level: 'inline',
      start: (source: string) => {
        const at = source.search(/\[\d/)
        return at < 0 ? undefined : at
      },
      tokenizer(source: string) {
        const found = citationMark.exec(source)
        if (!found) return undefined
        return { type: 'citation', raw: found[0], numbers: found[1]!.split(',').map(Number) }
      },
    },
    {
      name: 'formula',
      level: 'block',
      start: (source: string) => {
        const at = source.search(displayedStart)
        return at < 0 ? undefined : at + 1
      },
      tokenizer: (source: string) => formula(displayed.exec(source), true),
    },
    {
      name: 'formula',
      level: 'inline',
      start: (source: string) => {
        const at = source.search(withinStart)
        return at < 0 ? undefined : at
      },
      tokenizer: (source: string) => formula(within.exec(source), false),
    },
  ],
})

function formula(found: RegExpExecArray | null, display: boolean): FormulaToken | undefined {
  const text = found
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim()
  return found && text ? { type: 'formula', raw: found[0], text, display } : undefined
}

/**
 * Maximum nesting of quotes, lists and emphasis. Deeper text stays plain. Each level is parsed within the
 * previous one, so a line of 2,000 `>` would overflow the stack and crash the screen.
 */
const DEEPEST = 24

class ShallowLexer extends Lexer {
  #depth = 0

  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[]
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList
  override blockTokens(source: string, tokens: Token[] = [], clipped = false): Token[] {
    return this.#within(source, tokens, () => super.blockTokens(source, tokens, clipped))
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    return this.#within(source, tokens, () => super.inlineTokens(source, tokens))
  }

  #within(source: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.#depth >= DEEPEST) {
      tokens.push({ type: 'text', raw: source, text: source, escaped: false })
      return tokens
    }
    this.#depth += 1
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }
}

/** Returns the tokens of a document or a block. `links` are the reference definitions from other blocks. */
export function lex(text: string, links: Links = noLinks): Token[] {
  const lexer = new ShallowLexer(markdown.defaults)
  if (links !== noLinks) Object.assign(lexer.tokens.links, links)
  return lexer.lex(text)
}

/** Returns only the blocks, without parsing their inline text. */
export function lexBlocks(text: string): { blocks: Token[]; links: Links } {
  const lexer = new ShallowLexer(markdown.defaults)
  const blocks = lexer.blockTokens(text, [])
  return { blocks, links: lexer.tokens.links }
}
