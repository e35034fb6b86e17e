import { TextDecoder } from 'node:util'
import { languageOf } from '../../../platform/language/languageOf.ts'
import { createDocumentBuilder, type DocumentText } from '../passages/documentText.ts'
import { type OpenedDocument, Unreadable } from './openedDocument.ts'
import { createDocumentTable, type DocumentTable } from './tables/documentTable.ts'

/** Groups that nest deeper share the state of the deepest. */
const MAX_DEPTH = 2000
const MAX_HEADING_LEVEL = 6
const MAX_REPLACED = 8
const WESTERN = 'windows-1252'

/** The encodings of code pages and of a font's character sets, by their number in the file. */
const codePages: Record<number, string> = {
  437: WESTERN,
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
}
const charsets: Record<number, number> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  179: 1256,
  180: 1256,
  181: 1255,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}
const decoders = new Map<string, TextDecoder>()
function decoderOf(encoding: string): TextDecoder {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder
}

const encodingOf = (codePage: number) => codePages[codePage] ?? WESTERN

const words = (list: string) => new Set(list.split(/\s+/))
/** Groups whose text isn't part of the document. */
const skipped =
  words(`fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr
  footerf ftnsep ftnsepc ftncn aftnsep xe tc tcn rxe bkmkstart bkmkend annotation atnid atnauthor atntime atnref
  fldinst filetbl listtable listoverridetable revtbl rsidtbl generator themedata datastore latentstyles nonshppict sp
  shprslt objdata upr template private template docvar userprops xmlnstbl mmathPr pgptbl do`)
/** Groups that programs can ignore, but with text that belongs to the document. */
const kept = words('shpinst shppict')
const symbols: Record<string, string> = {
  tab: '\t',
  line: '\n',
  lbr: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
  '~': '\u00a0',
  _: '-',
}

/** What holds within a group. */
interface State {
  isSkipped: boolean
  /** Text that the program doesn't show. */
  isHidden: boolean
  /** How many characters after one in Unicode replace it in older programs. */
  replaced: number
  font: number
  /** What the text of this group is. */
  place: 'text' | 'note' | 'marker' | 'font' | 'style' | 'other'
  /** The style or font that this group describes. */
  described: number
  level: number | null
}

interface Reader {
  word(name: string, value: number | null): void
  symbol(name: string): void
  byte(value: number): void
  open(): void
  close(): void
}

/** Opens a document in rich text format. Pictures and embedded objects aren't read. */
export function openRtf(bytes: Buffer): OpenedDocument {
  const document = extractRtf(bytes)
  if (document.blocks.length === 0) throw new Unreadable('file.noText')
  const { text } = document
  return { pages: null, language: languageOf(text), characters: text.length, parts: [document] }
}

function extractRtf(bytes: Buffer): DocumentText {
  const builder = createDocumentBuilder()
  const fonts = new Map<number, number>()
  const styles = new Map<number, number>()
  const first: State = {
    isSkipped: false,
    isHidden: false,
    replaced: 1,
    font: -1,
    place: 'text',
    described: -1,
    level: null,
  }
  const stack: State[] = []
  let state = first
  let beyond = 0
  let codePage = 1252
  let defaultFont = -1
  /** Whether the next word follows `\*`: the group can be ignored if it is unknown. */
  let isOptional = false
  let isFirstWord = false
  /** How many characters are left that only replace one in Unicode. */
  let left = 0
  /** Bytes in the code page of the current font. */
  let pending: number[] = []
  let pendingEncoding = WESTERN

  let text: string[] = []
  let note: string[] = []
  let notes: string[] = []
  let marker: string[] = []
  let styleName: string[] = []
  let cells: string[] = []
  let nested: string[] = []
  let inTable = false
  let table: DocumentTable | null = null
  let isHeader = false
  let isItem = false

  function write(written: string): void {
    if (state.isSkipped || state.isHidden) return
    const to = { text, note, marker, style: styleName, font: null, other: null }[state.place]
    to?.push(written)
  }

  function flushBytes(): void {
    if (pending.length === 0) return
    const decoded = decoderOf(pendingEncoding).decode(Uint8Array.from(pending))
    pending = []
    write(decoded)
  }

  function taken(parts: readonly string[]): string {
    return parts
      .join('')
      .replace(/[^\S\n\u00a0]+/g, ' ')
      .trim()
  }

  function takeText(): string {
    const all = taken(text)
    text = []
    return all
  }

  function addNotes(): void {
    for (const one of notes) builder.block('paragraph', one)
    notes = []
  }

  function endParagraph(): void {
    if (state.place === 'note') {
      note.push('\n')
      return
    }
    if (state.place !== 'text') return
    if (inTable) {
      text.push('\n')
      return
    }
    endTable()
    const line = takeText()
    const number = taken(marker)
    marker = []
    // Only numbers and letters of a list say something.
    const numbered = /[\p{L}\p{N}]/u.test(number) && line !== '' ? `${number} ${line}` : line
    if (state.level !== null) builder.heading(state.level + 1, numbered)
    else builder.block(isItem || number !== '' ? 'list' : 'paragraph', numbered)
    addNotes()
  }

  function endCell(): void {
    cells.push(takeText())
    marker = []
  }

  function endRow(): void {
    table ??= createDocumentTable(builder)
    table.addRow(
      cells.map((text) => ({ text })),
      isHeader,
    )
    cells = []
    isHeader = false
    // A note is below the table whose row refers to it.
    if (notes.length > 0) endTable()
    addNotes()
  }

  function endTable(): void {
    table?.end()
    table = null
  }

  /** Returns whether the word begins a group that isn't text. */
  function destination(name: string, value: number | null): boolean {
    const place = ({ footnote: 'note', listtext: 'marker', pntext: 'marker' } as const)[name]
    if (name === 'fonttbl') state.place = 'font'
    else if (name === 'stylesheet') state.place = 'style'
    else if (place && state.place === 'text') state.place = place
    else if (isOptional && kept.has(name)) return true
    else if (isOptional && name === 'ud') state.isSkipped = false
    else if (isOptional && name === 'cs') return false
    else if (isOptional || skipped.has(name)) state.isSkipped = true
    else return false
    if (value !== null && state.place === 'style') state.described = value
    return true
  }

  const reader: Reader = {
    open() {
      flushBytes()
      left = 0
      isOptional = false
      isFirstWord = true
      if (stack.length >= MAX_DEPTH) beyond += 1
      else {
        stack.push(state)
        state = { ...state }
      }
    },
    close() {
      flushBytes()
      left = 0
      isFirstWord = false
      if (beyond > 0) {
        beyond -= 1
        return
      }
      const outer = stack.pop() ?? first
      if (state.place === 'style' && !state.isSkipped) {
        const named = /^(?:heading|überschrift|titre|título|заголовок)\s*(\d)/i.exec(taken(styleName))?.[1]
        if (named && !styles.has(state.described)) styles.set(state.described, Number(named) - 1)
        styleName = []
      }
      if (state.place === 'note' && outer.place !== 'note') {
        const written = taken(note)
        if (written !== '') notes.push(written)
        note = []
      }
      // A paragraph's level ends with the paragraph and not with a group inside it.
      const level = state.place === 'text' && outer.place === 'text' ? state.level : outer.level
      state = { ...outer, level }
    },
    symbol(name) {
      flushBytes()
      if (name === '*') isOptional = true
      else if (name === '\n' || name === '\r') endParagraph()
      else if (left > 0) left -= 1
      else if (/[\\{}]/.test(name)) write(name)
      else write(symbols[name] ?? '')
    },
    byte(value) {
      if (value === 0x0a || value === 0x0d) return
      if (left > 0) {
        left -= 1
        return
      }
      if (state.isSkipped) return
      const font = state.font >= 0 ? state.font : defaultFont
      const encoding = encodingOf(fonts.get(font) ?? codePage)
      if (encoding !== pendingEncoding) flushBytes()
      pendingEncoding = encoding
      pending.push(value)
    },
    word(name, value) {
      flushBytes()
      const begins = isFirstWord
      isFirstWord = false
      if (begins && destination(name, value)) {
        isOptional = false
        return
      }
      isOptional = false
      if (name === 'u') {
        left = state.replaced
        write(String.fromCharCode((value ?? 0) & 0xffff))
        return
      }
      if (left > 0) {
        left -= 1
        return
      }
      if (symbols[name] !== undefined) write(symbols[name])
      else control(name, value)
    },
  }

  function control(name: string, value: number | null): void {
    switch (name) {
      case 'ansicpg':
        codePage = value ?? codePage
        break
      case 'mac':
        codePage = 10000
        break
      case 'deff':
        defaultFont = value ?? -1
        break
      case 'f':
        if (state.place === 'font') state.described = value ?? -1
        else state.font = value ?? -1
        break
      case 'fcharset':
        if (state.place === 'font' && charsets[value ?? 0]) fonts.set(state.described, charsets[value ?? 0]!)
        break
      case 'cpg':
        if (state.place === 'font' && value) fonts.set(state.described, value)
        break
      case 'uc':
        state.replaced = Math.min(Math.max(value ?? 1, 0), MAX_REPLACED)
        break
      case 'v':
      case 'deleted':
        state.isHidden = value !== 0
        break
      case 'plain':
        state.isHidden = false
        state.font = -1
        break
      case 's':
        if (state.place === 'style') state.described = value ?? -1
        else state.level = styles.get(value ?? -1) ?? null
        break
      case 'outlinelevel':
        if (state.place === 'style') styles.set(state.described, value ?? 0)
        else state.level = value !== null && value < MAX_HEADING_LEVEL ? value : null
        break
      case 'par':
      case 'sect':
      case 'page':
        if (!state.isSkipped) endParagraph()
        break
      default:
        if (state.place === 'text' && !state.isSkipped) controlParagraph(name)
    }
  }

  function controlParagraph(name: string): void {
    switch (name) {
      case 'pard':
        state.level = null
        inTable = false
        isItem = false
        break
      case 'ls':
        isItem = true
        break
      case 'intbl':
        inTable = true
        break
      case 'trhdr':
        isHeader = true
        break
      case 'cell':
        endCell()
        break
      case 'row':
        endRow()
        break
      case 'nestcell':
        nested.push(takeText())
        break
      case 'nestrow':
        // A table within a cell belongs to that cell.
        text.push(`${nested.filter((cell) => cell !== '').join(' | ')}\n`)
        nested = []
    }
  }

  tokenize(bytes, reader)
  flushBytes()
  inTable = false
  if (cells.length > 0) endRow()
  endParagraph()
  return { ...builder.finish(), pages: null, pageIsPassage: false }
}

const LETTER = /[a-zA-Z]/
const BACKSLASH = 0x5c

/** Passes on what the file consists of. Binary data is passed over. */
function tokenize(bytes: Buffer, reader: Reader): void {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at]!
    at += 1
    if (byte === 0x7b) reader.open()
    else if (byte === 0x7d) reader.close()
    else if (byte !== BACKSLASH) reader.byte(byte)
    else {
      const next = String.fromCharCode(bytes[at] ?? 0x20)
      if (next === "'") {
        const value = Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16)
        if (!Number.isNaN(value)) reader.byte(value)
        at += 3
      } else if (LETTER.test(next)) at = readWord(bytes, at, reader)
      else {
        at += 1
        reader.symbol(next)
      }
    }
  }
}

/** No control word is longer. */
const MAX_WORD = 32
const MAX_DIGITS = 10

function readWord(bytes: Buffer, from: number, reader: Reader): number {
  const head = bytes.toString('latin1', from, from + MAX_WORD + MAX_DIGITS + 2)
  const [whole = '', name = '', number] = /^([a-zA-Z]{1,32})(-?\d{1,10})? ?/.exec(head) ?? []
  const value = number === undefined ? null : Number(number)
  const after = from + Math.max(whole.length, 1)
  if (name === 'bin') return after + Math.max(value ?? 0, 0)
  reader.word(name, value)
  return after
}
