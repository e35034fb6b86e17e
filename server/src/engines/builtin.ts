import { answerByExtraction, type Findings } from './builtin/answerByExtraction.ts'
import type { EngineResult, EngineWriter } from './engine.ts'

interface Asked {
  question: string
  /** Null if the agent has no library. */
  found: Findings | null
  writer: EngineWriter
}

/** The engine that needs no API key: it quotes what was found and says so. */
export async function builtInAnswer({ question, found, writer }: Asked): Promise<EngineResult> {
  const { pieces, citations } = answerByExtraction(question, found)
  for (const piece of pieces) writer.text(piece)
  // No tokens were paid for, so there is no usage to show.
  return { usage: null, citations, toolCalls: [], finish: 'Stop' }
}
