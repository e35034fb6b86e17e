/** The kinds of diagrams that have a name, by the first word of their source. */
const kinds = {
  flowchart: 'flowchart',
  graph: 'flowchart',
  sequencediagram: 'sequence',
  classdiagram: 'class',
  statediagram: 'state',
  erdiagram: 'entities',
  gantt: 'gantt',
  pie: 'pie',
  mindmap: 'mindmap',
  timeline: 'timeline',
  journey: 'journey',
  gitgraph: 'gitGraph',
  quadrantchart: 'quadrant',
  xychart: 'xyChart',
  sankey: 'sankey',
} as const

export type DiagramKind = (typeof kinds)[keyof typeof kinds]

const known = new Map<string, DiagramKind>(Object.entries(kinds))
const maxTitleLength = 200

/** A source without its front matter, comments, and directives, and the front matter, as trimmed lines. */
function partsOf(source: string): { front: string[]; body: string[] } {
  const lines = source.split('\n').map((line) => line.trim())
  const start = lines.findIndex((line) => line !== '')
  const end = lines[start] === '---' ? lines.indexOf('---', start + 1) : -1
  const body = lines.slice(end + 1).filter((line) => line !== '' && !line.startsWith('%%'))
  return { front: lines.slice(0, end + 1), body }
}

/** Returns what kind of diagram a source describes; null if it is another one. */
export function kindOf(source: string): DiagramKind | null {
  const [word = ''] = /^[A-Za-z]*/.exec(partsOf(source).body[0] ?? '') ?? []
  return known.get(word.toLowerCase()) ?? null
}

const accessible = /^accTitle\s*:/
const inFront = /^title\s*:/
const inBody = /^(?:pie\s+)?(?:showData\s+)?title\s/

/** Returns the title that a source gives its diagram. Empty if it gives none. */
export function titleOf(source: string): string {
  const { front, body } = partsOf(source)
  const after = (lines: string[], mark: RegExp): string | undefined =>
    lines.find((line) => mark.test(line))?.replace(mark, '')
  const found = after(body, accessible) ?? after(front, inFront) ?? after(body, inBody) ?? ''
  return found
    .slice(0, maxTitleLength)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
}
