import { answerByExtraction, type Findings } from './builtin/answerByExtraction.ts'
import type { EngineResult, EngineWriter } from './engine.ts'

interface Asked {
  question: string
  /** Null if the agent has no library. */
  found: Findings | null
  writer: EngineWriter
  /** Whether a visitor of a public page asks, who can't add documents. */
  isVisitor: boolean
}

/** The engine that needs no API key: it quotes what was found and says so. */
export async function builtInAnswer({ question, found, writer, isVisitor }: Asked): Promise<EngineResult> {
  const { pieces, citations, outcome } = answerByExtraction(question, found, isVisitor)
  for (const piece of pieces) writer.text(piece)
  // No tokens were paid for, so there is no usage to show.
  const isUnanswered = outcome !== 'Found' && outcome !== 'Closest'
  return { usage: null, citations, toolCalls: [], finish: 'Stop', isUnanswered }
}
