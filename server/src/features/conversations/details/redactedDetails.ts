import type { conversations } from '@parlance/contract/conversations'
import type { Answer } from '@parlance/contract/endpoint'
import { redactingInPieces } from '../../../platform/redaction/inPieces.ts'
import type { Redactor } from '../../../platform/redaction/redactor.ts'

type Details = Answer<typeof conversations.getExecutionDetails>

/**
 * Returns the details of an answer without personal data, except for the question as it was asked: people look at them to
 * improve an agent, and pass them on. The chat itself shows everything to the person who asked.
 */
export async function redactedDetails(redactor: Redactor, details: Details): Promise<Details> {
  const redact = redactingInPieces(redactor)
  const unlessNull = async (text: string | null) => (text === null ? null : redact(text))
  const steps: Details['steps'] = []
  for (const step of details.steps)
    steps.push({
      ...step,
      title: await redact(step.title),
      input: await unlessNull(step.input),
      output: await unlessNull(step.output),
    })
  const passages: Details['passages'] = []
  for (const passage of details.passages)
    passages.push({
      ...passage,
      fileName: await redact(passage.fileName),
      heading: await redact(passage.heading),
      text: await redact(passage.text),
    })
  const prompt: NonNullable<Details['prompt']> = []
  for (const { role, content } of details.prompt ?? []) prompt.push({ role, content: await redact(content) })
  return {
    ...details,
    questionAsSearched: await unlessNull(details.questionAsSearched),
    steps,
    passages,
    prompt: details.prompt && prompt,
  }
}
