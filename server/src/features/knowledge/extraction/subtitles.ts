import { createDocumentBuilder, type DocumentText } from '../passages/documentText.ts'
import { extractPlainText } from './plainText.ts'

/** Between two lines that far apart, something else begins. */
const PAUSE_MS = 4000
/** A paragraph ends with its sentence after that many letters, and at last after the second number. */
const FULL = 600
const MAX_PARAGRAPH = 1500
/** Captions that roll up repeat some lines of the one right before. */
const ROLLED_LINES = 4
const ROLLED_MS = 500

const timing =
  /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]+-->[ \t]+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})/
const blockOfNotes = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/
const SIGNATURE = 'WEBVTT'
const voice = /<v(?:\.[^\s<>]{0,100})?[ \t]+([^<>]{1,100})>/
const tag = /<[^<>\n]{0,300}>|\{\\[^{}\n]{0,100}\}/g
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}

/** What is said at one time. */
interface Cue {
  startMs: number
  endMs: number
  lines: { speaker: string; text: string }[]
}

/** Returns the title after the signature, which a dash can separate. */
function titleIn(line: string): string {
  if (!line.startsWith(SIGNATURE)) return ''
  const title = line.slice(SIGNATURE.length).trim()
  return title.startsWith('-') ? title.slice(1).trim() : title
}

/** Returns what is said in subtitles as paragraphs, with the names of the speakers that the file names. */
export function extractSubtitles(text: string): DocumentText {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const cues = cuesOf(lines)
  if (cues.length === 0) return extractPlainText(text)
  const builder = createDocumentBuilder()
  builder.heading(0, titleIn(lines[0] ?? ''))
  for (const { startMs, text: said } of paragraphsOf(cues)) {
    builder.place({ timeMs: startMs })
    builder.block('paragraph', said)
  }
  return { ...builder.finish(), pages: null, pageIsPassage: false }
}

function cuesOf(lines: readonly string[]): Cue[] {
  const cues: Cue[] = []
  let cue: Cue | null = null
  let isNote = false
  lines.forEach((line, at) => {
    const time = line.includes('-->') ? timing.exec(line) : null
    if (time) {
      isNote = false
      cue = { startMs: millisecondsOf(time[1]!), endMs: millisecondsOf(time[2]!), lines: [] }
      cues.push(cue)
    } else if (line.trim() === '') {
      cue = null
      isNote = false
    } else if (!cue) isNote ||= blockOfNotes.test(line)
    // A number right above the next time belongs to it, if a file has no empty lines.
    else if (!isNote && !(/^\s*\d+\s*$/.test(line) && timing.test(lines[at + 1] ?? '')))
      cue.lines.push(lineOf(line, cue))
  })
  return cues
}

/** Returns a line without its markup. It continues what the speaker of the line before says. */
function lineOf(line: string, cue: Cue): Cue['lines'][number] {
  const text = line
    .replaceAll(tag, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
  return { speaker: voice.exec(line)?.[1]?.trim() ?? cue.lines.at(-1)?.speaker ?? '', text }
}

interface Paragraph {
  startMs: number
  speaker: string
  text: string
}

function paragraphsOf(cues: readonly Cue[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: Paragraph | null = null
  let before: string[] = []
  let endMs = 0
  for (const { startMs, endMs: cueEnd, lines } of cues) {
    if (startMs - endMs > PAUSE_MS) open = null
    const rolled = startMs - endMs > ROLLED_MS ? [] : before
    before = lines.slice(-ROLLED_LINES).map(({ text }) => text)
    for (const { speaker, text } of lines) {
      if (text === '' || rolled.includes(text)) continue
      if (!open || open.speaker !== speaker || isFull(open.text)) {
        open = { startMs, speaker, text: speaker === '' ? text : `${speaker}: ${text}` }
        paragraphs.push(open)
      } else open.text += ` ${text}`
    }
    endMs = Math.max(endMs, cueEnd)
  }
  return paragraphs
}

const isFull = (text: string) =>
  text.length > MAX_PARAGRAPH || (text.length > FULL && /[.!?؟。！？…]["'”’»)]*$/.test(text.slice(-5)))

function millisecondsOf(time: string): number {
  const [whole = '', fraction = ''] = time.split(/[.,]/)
  const seconds = whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds * 1000 + Number(fraction.padEnd(3, '0'))
}
