import type { FileRead, Step, StreamEvents, StreamedCitation, Usage } from '@parlance/contract/events'
import type { Entry } from './entry.ts'

/** The content of an answer, whether it ended normally or is reconstructed after a kill. */
export interface Folded {
  answer: string
  citations: StreamedCitation[]
  reads: FileRead[]
  /** Whether the answer only says that nothing was found. */
  isUnanswered: boolean
  usage: Usage | null
  steps: Step[]
  codeInterpreterResponse: string
  thinking: string
  errors: StreamEvents['error'][]
}

/** Returns the markdown for a generated image, as the client appends it to the answer. */
export function imageMarkdown(image: StreamEvents['generated-image-link']): string {
  return `\n\n![${image.Title.replaceAll(/[[\]\\]/g, '\\$&')}](${image.Uri})\n\n`
}

/** Returns what an event adds to the answer's text. */
export function textOf(entry: Entry): string {
  if (typeof entry === 'string') return entry
  return entry.event === 'generated-image-link' ? imageMarkdown(entry.data) : ''
}

export function fold(log: readonly Entry[]): Folded {
  const texts: string[] = []
  const folded: Folded = {
    answer: '',
    citations: [],
    reads: [],
    isUnanswered: false,
    usage: null,
    steps: [],
    codeInterpreterResponse: '',
    thinking: '',
    errors: [],
  }
  for (const entry of log) {
    texts.push(textOf(entry))
    if (typeof entry !== 'string') apply(folded, entry)
  }
  folded.answer = texts.join('')
  return folded
}

function apply(folded: Folded, entry: Exclude<Entry, string>): void {
  switch (entry.event) {
    case 'response-model':
      folded.citations = entry.data.Citations
      folded.reads = entry.data.reads ?? []
      folded.isUnanswered = entry.data.isUnanswered ?? false
      folded.usage = entry.data.usage
      for (const { field, message } of entry.data.errors) {
        folded.errors.push({ text: message, code: field, requestId: '' })
      }
      return
    case 'step-update':
      folded.steps = entry.data.steps
      return
    case 'code-interpreter-updated':
      folded.codeInterpreterResponse += entry.data.text
      return
    case 'thinking-updated':
      folded.thinking += entry.data.text
      return
    case 'error':
    case 'internal-server-error':
      folded.errors.push(entry.data)
      return
  }
}
