import type { Message } from '../../../engines/engine.ts'
import { type PromptRedaction, placeholderRule } from '../../../engines/redaction/promptRedaction.ts'
import type { PromptMessage } from '../execution/execution.ts'

/**
 * Returns a prompt for its readers as the provider gets it, with placeholders. `stored` are the same messages as they are
 * stored. A turn of the history stays a reference unless it has personal data.
 */
export async function redactedPrompt(
  redaction: PromptRedaction,
  { messages, stored }: { messages: readonly Message[]; stored: readonly PromptMessage[] },
): Promise<PromptMessage[]> {
  // First, so that numbers are those of what is sent.
  await redaction.messages(messages)
  const redacted: PromptMessage[] = []
  for (const [at, message] of stored.entries()) {
    const text = 'content' in message ? message.content : (messages[at]?.content ?? '')
    const content = await redaction.text(text)
    if ('content' in message) redacted.push({ ...message, content })
    else redacted.push(content === text ? message : { role: message.role, content })
  }
  const [first, ...rest] = redacted
  if (first?.role !== 'system' || !('content' in first))
    return [{ role: 'system', content: placeholderRule }, ...redacted]
  return [{ role: 'system', content: `${placeholderRule}\n\n${first.content}` }, ...rest]
}
