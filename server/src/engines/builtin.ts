import { answerByExtraction, type Findings, type Setting } from './builtin/answerByExtraction.ts'
import type { EngineResult, EngineWriter } from './engine.ts'

interface Asked {
  question: string
  /** Null if the agent has no library. */
  found: Findings | null
  setting: Setting
}

/** An answer that is not written yet. */
export interface BuiltInAnswer {
  isUnanswered: boolean
  write(writer: EngineWriter): EngineResult
}

/** The engine that needs no API key: it quotes what was found and says so. */
export function builtInAnswer({ question, found, setting }: Asked): BuiltInAnswer {
  const { pieces, citations, outcome } = answerByExtraction(question, found, setting)
  const isUnanswered = outcome !== 'Found' && outcome !== 'Closest'
  return {
    isUnanswered,
    write(writer) {
      for (const piece of pieces) writer.text(piece)
      // No tokens were paid for, so there is no usage to show.
      return { usage: null, citations, toolCalls: [], finish: 'Stop', isUnanswered }
    },
  }
}
