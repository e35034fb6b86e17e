import type { Redactor } from '../../platform/redaction/redactor.ts'
import type { Engine } from '../engine.ts'
import { PromptRedaction } from './promptRedaction.ts'
import { StreamRestorer } from './streamRestorer.ts'

/**
 * Keeps personal data from a provider while the instance redacts it: the provider gets placeholders, and what it writes
 * gets the originals back. All calls of a provider go through here. `redactor` returns null while nothing is redacted.
 */
export function redactingEngine(engine: Engine, redactor: () => Promise<Redactor | null>): Engine {
  return {
    async answer(request, writer) {
      const current = await redactor()
      const redaction = request.redaction ?? (current && new PromptRedaction(current))
      if (!redaction) return engine.answer(request, writer)
      const messages = await redaction.messages(request.messages)
      request.signal.throwIfAborted()
      const text = new StreamRestorer(redaction.originals, (delta) => writer.text(delta))
      const thinking = new StreamRestorer(redaction.originals, (delta) => writer.thinking(delta))
      try {
        const result = await engine.answer(
          { ...request, messages },
          {
            text(delta) {
              thinking.end()
              text.add(delta)
            },
            thinking(delta) {
              text.end()
              thinking.add(delta)
            },
            usage: (usage) => writer.usage?.(usage),
          },
        )
        return { ...result, toolCalls: redaction.toolCalls(result.toolCalls) }
      } finally {
        // Also what came of an answer that broke off is kept.
        thinking.end()
        text.end()
      }
    },
  }
}
