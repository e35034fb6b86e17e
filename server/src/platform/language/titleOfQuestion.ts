import { limits } from '@parlance/contract/limits'
import { cutTo } from './cutTo.ts'

/** Returns a conversation's initial title: the start of its question, cut at a word boundary near the limit. */
export function titleOfQuestion(question: string): string {
  const line = question.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= limits.conversationTitle) return line
  const cut = cutTo(line, limits.conversationTitle - 1)
  const space = cut.lastIndexOf(' ')
  const words = space > limits.conversationTitle / 2 ? cut.slice(0, space) : cut
  return `${words}…`
}
