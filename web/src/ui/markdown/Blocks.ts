import { type Links, lexBlocks, noLinks } from '@parlance/contract/markdown/lexer'
import type { Direction } from '../../base/direction.ts'
import { textDirection } from '../textDirection.ts'
import { openFormula } from './openFormula.ts'

/** An opening fence at the start of a block: ``` or ~~~, followed by the language. */
const openingFence = /^ {0,3}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})([^\n]*)(?:\n|$)/

const heading = /^ {0,3}#{1,6}[ \t]/
const blocksPerPart = 16

/**
 * Splits a growing document into blocks that no longer change. Only complete lines count. All blocks except the
 * last are final, so each is parsed and painted once, and only the tail is parsed again when more text arrives.
 */
export class Blocks {
  readonly done: string[] = []
  /** Start indexes of the parts that finished blocks are rendered in. The last part is still open. */
  readonly parts: number[] = [0]
  links: Links = noLinks
  private source = ''
  private found: Direction | undefined
  private start = 0
  private afterReturn = false
  /** In an open code block: a pattern for the closing line, and the current line. */
  private fence: { closing: RegExp; line: string } | null = null

  push(chunk: string): void {
    let text = this.afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    this.afterReturn = chunk === '' ? this.afterReturn : chunk.endsWith('\r')
    text = text.replace(/\r\n?/g, '\n')
    this.source += text
    if (text.includes('\n') || this.fence) this.read(text)
  }

  get text(): string {
    return this.source
  }

  /** The direction of its first letters, for blocks without any. Undefined while there are no letters. */
  get direction(): Direction | undefined {
    this.found ??= /\p{L}/u.test(this.source) ? textDirection(this.source) : undefined
    return this.found
  }

  /** The text that isn't final yet. */
  get tail(): string {
    return this.source.slice(this.start)
  }

  /** True while the tail is a code block whose closing fence hasn't arrived. */
  get inCode(): boolean {
    return this.fence !== null
  }

  /** Reads only the new text, because parsing a long code block again for each line would be too slow. */
  private read(text: string): void {
    if (this.fence) {
      const lines = (this.fence.line + text).split('\n')
      this.fence.line = lines.pop()!
      if (!lines.some((line) => this.fence!.closing.test(line))) return
    }
    this.settle()
  }

  private settle(): void {
    const end = this.source.lastIndexOf('\n') + 1
    const { blocks, links } = lexBlocks(this.source.slice(this.start, end))
    let last = blocks.length
    while (last && blocks[last - 1]!.type === 'space') last--
    const open = openFormula(this.source.slice(this.start, end))
    let at = 0
    for (const block of blocks.slice(0, Math.max(0, last - 1))) {
      at += block.raw.length
      if (at > open) break
      this.start += block.raw.length
      if (block.type !== 'space') this.finish(block.raw)
      if (block.type === 'def') this.links = { ...links, ...this.links }
    }
    this.fence = this.openFence(end)
  }

  private finish(raw: string): void {
    this.done.push(raw)
    const isFull = this.done.length - this.parts.at(-1)! >= blocksPerPart
    // A heading stays with the content below it.
    if (isFull && !heading.test(raw)) this.parts.push(this.done.length)
  }

  private openFence(end: number): { closing: RegExp; line: string } | null {
    const text = this.source.slice(this.start, end).replace(/^\n+/, '')
    const opening = openingFence.exec(text)
    if (!opening) return null
    const mark = opening[1]!
    const closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`)
    const lines = text.slice(opening[0].length).split('\n')
    return lines.some((line) => closing.test(line)) ? null : { closing, line: this.source.slice(end) }
  }

  /** Reads the reference definitions of the whole document. Call when the text is complete. */
  end(): void {
    const { links } = lexBlocks(this.tail)
    if (Object.keys(links).length > 0) this.links = { ...links, ...this.links }
  }
}
