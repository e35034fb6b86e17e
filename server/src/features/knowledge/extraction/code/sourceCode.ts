import {
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
} from '../../passages/documentText.ts'

/** Longer lines are data or minified, and define nothing that a reader looks for. */
const MAX_DEFINITION = 300
const MAX_NAME = 100

const modifiers =
  'export|default|declare|public|private|protected|internal|static|final|abstract|sealed|open|override|async|unsafe|' +
  'inline|pub|data|case|partial|virtual|readonly|local|const|suspend|implicit|inner|companion|mutating'
const containers =
  'class|struct|interface|trait|impl|module|mod|namespace|protocol|extension|object|record|actor|enum'
const isContainer = new Set(containers.split('|'))
const callables = 'function|func|fn|fun|def|sub|type|macro_rules!'
/** A definition by its keyword, such as `export async function load(` or `pub(crate) struct Reader`. */
const definition = new RegExp(
  `^(?:(?:${modifiers})(?:\\([a-z]{1,20}\\))?\\s+){0,6}(${containers}|${callables})\\*?[\\s<]\\s*[\\w$({*]`,
)
/** A function that is assigned to a name. */
const assigned =
  /^(?:export\s+)?(?:(?:const|let|var|local)\s+)?[\w$.]{1,80}\s*(?:=|<-)\s*(?:async\s*)?(?:function\b|\([^()]{0,200}\)\s*(?::[^=]{0,80})?=>|[\w$]{1,40}\s*=>)/
const createStatement =
  /^create\s+(?:or\s+replace\s+)?(?:\w{1,20}\s+){0,2}(?:table|view|function|procedure|trigger|type|index)\b/i
/** `name() {` of a shell, and `int main(` or `void Reader::read(` of C. */
const shellFunction = /^[\w:-]{1,80}\s*\(\)\s*\{\s*$/
const headOfFunction = /^[A-Za-z_][\w:<>,*&[\]]{0,80}(?:\s+[\w:<>,*&~[\]]{1,80}){1,8}\s*\(/
const member =
  /^(?:(?:public|private|protected|internal|static|async|override|virtual|final|abstract|readonly|get|set)\s+){0,5}[\w$#<>,[\]?*]{1,80}(?:\s+[\w$]{1,80})?\s*\(/
const statement =
  /^(?:if|else|for|foreach|while|switch|catch|return|throw|new|await|using|with|elif|except|do|try|echo|print|import|from|delete|typeof|case|assert|raise|yield|sudo|not|and|or)\b/

const comment = /^(?:\/\/|\/\*|#(?!\w)|--|;|"""|'''|<!--|%|@[\w(]|#\[|\[\w)/
/** What closes a definition or belongs inside it although it begins at the margin. */
const closing = /^(?:[})\]{]|end\b|\*\/|#\s*(?:if|ifdef|ifndef|else|elif|endif)\b|"""|''')/i
const memberLead = /^(?:@|\/\/|\/?\*|#)/
const section = /^\[{1,2}([^[\]\n]{1,200})\]{1,2}\s*(?:[#;].*)?$/
const setting = /^(?:[#;]|[\w."'$ /@-]{1,120}\s*[=:]|[\]})]|\[)/

/** Returns code line by line, below the definitions that the lines belong to. */
export function extractCode(text: string): DocumentText {
  const builder = createDocumentBuilder()
  addCode(builder, text)
  return { ...builder.finish(), pages: null, pageIsPassage: false }
}

function addCode(builder: DocumentBuilder, text: string): void {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const chunks = areSettings(lines) ? sectionsIn(lines) : definitionsIn(lines)
  for (const { path, from, to } of chunks) {
    // These levels are names of places and not part of the text, which has the lines themselves.
    if (path.length === 0) builder.endHeadings()
    path.forEach((name, depth) => {
      builder.heading(depth - 1, name)
    })
    builder.place({ line: from + 1 })
    builder.block('code', lines.slice(from, to).join('\n'))
  }
}

/** Lines of one definition, or between definitions. */
interface Chunk {
  path: string[]
  from: number
  to: number
}

/** Sections in brackets, with settings below them, as in `.ini` and `.toml`. */
function areSettings(lines: readonly string[]): boolean {
  const written = lines.filter((line) => /^\S/.test(line)).map((line) => line.slice(0, MAX_DEFINITION))
  const fitting = written.filter((line) => setting.test(line)).length
  return written.some((line) => section.test(line)) && fitting > written.length * 0.9
}

function sectionsIn(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [{ path: [], from: 0, to: 0 }]
  lines.forEach((line, at) => {
    const name = section.exec(line.slice(0, MAX_DEFINITION))?.[1]
    if (name?.trim()) chunks.push({ path: [nameOf(name)], from: at, to: at })
    chunks.at(-1)!.to = at + 1
  })
  return chunks
}

/** What the lines at the margin say about those that follow. */
type Start = 'definition' | 'container' | 'comment' | 'other' | null

function definitionsIn(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = []
  let current: Chunk & { start: Start } = { path: [], from: 0, to: 0, start: 'other' }
  /** The class that is open, and how far its members are indented. */
  let open: { name: string; indentation: number | null } | null = null

  function begin(start: Start, path: string[], at: number): void {
    chunks.push(current)
    current = { path, from: at, to: at, start }
  }

  lines.forEach((line, at) => {
    const start = startOf(line)
    const isLeading = current.start === 'comment'
    if (start === 'definition' || start === 'container') {
      const name = nameOf(line)
      // A comment right above belongs to what it describes.
      if (isLeading) Object.assign(current, { path: [name], start })
      else begin(start, [name], at)
      open = start === 'container' ? { name, indentation: null } : null
    } else if (start === 'comment' && !isLeading) {
      begin(start, [], at)
      open = null
    } else if (start === 'other' && current.start !== 'other') {
      if (isLeading) current.start = 'other'
      else begin(start, [], at)
      open = null
    } else if (open && line.trim() !== '') {
      const indentation = indentationOf(line)
      open.indentation ??= indentation || null
      if (indentation > 0 && indentation === open.indentation && isMember(line.trimStart())) {
        const from = leadOf(lines, at, current.from + 1)
        current.to = from
        begin('definition', [open.name, nameOf(line)], from)
      }
    }
    current.to = at + 1
  })
  chunks.push(current)
  return chunks
}

function startOf(line: string): Start {
  if (line === '' || /^\s/.test(line) || closing.test(line)) return null
  if (line.length <= MAX_DEFINITION) {
    const keyword = definition.exec(line)?.[1]
    if (keyword && !line.endsWith(';')) return isContainer.has(keyword) ? 'container' : 'definition'
    if (isFunction(line)) return 'definition'
  }
  return comment.test(line) ? 'comment' : 'other'
}

function isFunction(line: string): boolean {
  if (createStatement.test(line) || assigned.test(line) || shellFunction.test(line)) return true
  return /[{(,)]\s*$/.test(line) && !statement.test(line) && headOfFunction.test(line)
}

function isMember(line: string): boolean {
  if (line.length > MAX_DEFINITION || statement.test(line) || line.endsWith(';')) return false
  return definition.test(line) || (/[{(,:]\s*$/.test(line) && member.test(line))
}

/** Returns the first line of the comments and annotations right above a member. */
function leadOf(lines: readonly string[], at: number, until: number): number {
  const indentation = indentationOf(lines[at]!)
  let from = at
  while (from > until && isLead(lines[from - 1]!, indentation)) from -= 1
  return from
}

const isLead = (line: string, indentation: number) =>
  indentationOf(line) >= indentation && memberLead.test(line.trimStart())

const indentationOf = (line: string) => line.search(/\S/)

/** Returns a definition as a heading: its line without what opens its body. */
function nameOf(line: string): string {
  const name = line
    .trim()
    .slice(0, MAX_DEFINITION)
    .replace(/(?:=>\s*\{|\{|:|=>|=|\(|,)$/, '')
    .trimEnd()
    .replaceAll('›', '>')
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
}
