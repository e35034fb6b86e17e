import { decodeEntities } from '@parlance/contract/markdown/entities'
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { lexer, type Token, type Tokens } from 'marked'
import type { DocumentKind } from '../data/api.ts'
import { rowsOf } from './csv.ts'
import { MOST_CELLS, TooManyCells } from './tooManyCells.ts'

interface Written {
  kind: DocumentKind
  title: string
  text: string
}

interface Style {
  bold?: boolean
  italics?: boolean
  strike?: boolean
  isCode?: boolean
}

type Block = Paragraph | Table

const CODE_FONT = 'Courier New'
const INDENT = 360
const LEVELS = 9
const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const

/** Letters of scripts that are written from right to left, and other letters. */
const firstLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Whether a text begins with a letter that is written from right to left, as `dir="auto"` decides. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')

/** Returns a document as a Word file. */
export const docxOf = (written: Written): Promise<Blob> => Packer.toBlob(documentOf(written))

export function documentOf({ kind, title, text }: Written): Document {
  const lists = { count: 0, cells: 0 }
  const children =
    kind === 'Text'
      ? blocksOf(lexer(text), { lists, level: 0 })
      : kind === 'Table'
        ? [
            tableOf(
              rowsOf(text).map((row) =>
                row.map((cell) => ({ text: cell, runs: () => runsOfText(cell, {}) })),
              ),
              lists,
            ),
          ]
        : codeOf(text)
  return new Document({
    title,
    numbering: {
      config: Array.from({ length: lists.count }, (_, at) => ({
        reference: `list-${at + 1}`,
        levels: Array.from({ length: LEVELS }, (__, level) => ({
          level,
          format: LevelFormat.DECIMAL,
          text: `%${level + 1}.`,
          alignment: AlignmentType.START,
          style: { paragraph: { indent: { left: INDENT * (level + 2), hanging: INDENT } } },
        })),
      })),
    },
    sections: [{ children }],
  })
}

interface Within {
  /** How many numbered lists and cells of tables there are so far. */
  lists: { count: number; cells: number }
  /** How deep in lists. */
  level: number
}

function blocksOf(tokens: readonly Token[], within: Within): Block[] {
  return tokens.flatMap((token) => blockOf(token, within))
}

function blockOf(token: Token, within: Within): Block[] {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens, text } = token as Tokens.Heading
      return [paragraph(text, runsOf(tokens, {}), { heading: headings[depth - 1] ?? HeadingLevel.HEADING_6 })]
    }
    case 'paragraph':
    case 'text': {
      const { tokens, text } = token as Tokens.Paragraph
      return [paragraph(text, runsOf(tokens ?? [token], {}))]
    }
    case 'list':
      return listOf(token as Tokens.List, within)
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = [header, ...rows].map((row, at) =>
        row.map(({ text, tokens }) => ({ text, runs: () => runsOf(tokens, at === 0 ? { bold: true } : {}) })),
      )
      return [tableOf(cells, within.lists), new Paragraph('')]
    }
    case 'code':
      return codeOf((token as Tokens.Code).text)
    case 'blockquote':
      return (token as Tokens.Blockquote).tokens.flatMap((one) =>
        one.type === 'paragraph'
          ? [
              paragraph((one as Tokens.Paragraph).text, runsOf((one as Tokens.Paragraph).tokens, {}), {
                indent: { left: INDENT * 2 },
              }),
            ]
          : blockOf(one, within),
      )
    case 'hr':
      return [
        new Paragraph({
          border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: 'auto' } },
        }),
      ]
    case 'space':
      return []
    default:
      return token.raw.trim() === '' ? [] : [paragraph(token.raw, runsOfText(token.raw, {}))]
  }
}

type Options = Omit<ConstructorParameters<typeof Paragraph>[0] & object, 'children'>

const paragraph = (text: string, children: ParagraphChild[], options: Options = {}): Paragraph =>
  new Paragraph({ ...options, children, bidirectional: isRightToLeft(text), spacing: { after: 120 } })

function listOf({ ordered, items }: Tokens.List, { lists, level }: Within): Block[] {
  if (ordered) lists.count += 1
  const reference = `list-${lists.count}`
  const depth = Math.min(level, LEVELS - 1)
  const marked: Options = ordered ? { numbering: { reference, level: depth } } : { bullet: { level: depth } }
  return items.flatMap(({ tokens, text, task, checked }) => {
    const box = task ? [new TextRun(checked ? '☑ ' : '☐ ')] : []
    const [first, ...rest] = tokens.filter((one) => one.type !== 'checkbox')
    if (first?.type !== 'text' && first?.type !== 'paragraph')
      return [paragraph(text, box, marked), ...blocksOf(tokens, { lists, level: level + 1 })]
    const own = runsOf((first as Tokens.Text).tokens ?? [first], {})
    return [
      paragraph((first as Tokens.Text).text, [...box, ...own], marked),
      ...blocksOf(rest, { lists, level: level + 1 }),
    ]
  })
}

function runsOf(tokens: readonly Token[], style: Style): ParagraphChild[] {
  return tokens.flatMap((token): ParagraphChild[] => {
    const inner = 'tokens' in token && token.tokens ? token.tokens : null
    switch (token.type) {
      case 'strong':
        return runsOf(inner ?? [], { ...style, bold: true })
      case 'em':
        return runsOf(inner ?? [], { ...style, italics: true })
      case 'del':
        return runsOf(inner ?? [], { ...style, strike: true })
      case 'codespan':
        return runsOfText((token as Tokens.Codespan).text, { ...style, isCode: true })
      case 'br':
        return [new TextRun({ break: 1 })]
      case 'link': {
        const href = decodeEntities((token as Tokens.Link).href)
        const children = runsOf(inner ?? [], style)
        // Other addresses could start something on the reader's computer.
        return /^(https?|mailto):/i.test(href) ? [new ExternalHyperlink({ link: href, children })] : children
      }
      case 'image':
        return runsOfText(decodeEntities((token as Tokens.Image).text), style)
      default:
        return inner ? runsOf(inner, style) : runsOfText(decodeEntities(textOf(token)), style)
    }
  })
}

const textOf = (token: Token): string => ('text' in token ? String(token.text) : token.raw)

/** XML can’t have other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const invalid = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const runsOfText = (text: string, { isCode, ...style }: Style): TextRun[] =>
  text
    .replaceAll(invalid, '')
    .split('\n')
    .map(
      (line, at) =>
        new TextRun({
          ...style,
          ...(isCode && { font: CODE_FONT }),
          text: line,
          rightToLeft: isRightToLeft(line),
          ...(at > 0 && { break: 1 }),
        }),
    )

const codeOf = (text: string): Paragraph[] =>
  text
    .split('\n')
    .map((line) => new Paragraph({ children: runsOfText(line, { isCode: true }), spacing: { after: 0 } }))

interface Cell {
  text: string
  runs: () => ParagraphChild[]
}

function tableOf(rows: readonly Cell[][], counted: { cells: number }): Table {
  let columns = 1
  for (const row of rows) columns = Math.max(columns, row.length)
  counted.cells += columns * rows.length
  if (counted.cells > MOST_CELLS) throw new TooManyCells()
  const all = rows.length > 0 ? rows : [[]]
  const isMirrored = isRightToLeft(all.map((row) => row.map(({ text }) => text).join(' ')).join(' '))
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: isMirrored,
    rows: all.map(
      (row, at) =>
        new TableRow({
          tableHeader: at === 0,
          children: Array.from({ length: columns }, (_, column) => cellOf(row[column])),
        }),
    ),
  })
}

const cellOf = (cell: Cell | undefined): TableCell =>
  new TableCell({
    children: [
      new Paragraph({ children: cell?.runs() ?? [], bidirectional: isRightToLeft(cell?.text ?? '') }),
    ],
  })
