import { CodeBlock } from './CodeBlock.tsx'

/** A code block still being written. It isn't parsed, and its text grows as it is. */
export function OpenCode({ tail }: { tail: string }) {
  const text = tail.replace(/^\n+/, '')
  const end = text.indexOf('\n')
  const opening = end < 0 ? text : text.slice(0, end)
  const language = opening.replace(/^ {0,3}(?:`+|~+)/, '').trim()
  const code = end < 0 ? '' : text.slice(end + 1)
  return <CodeBlock text={withoutClosingFence(code)} language={language} closed={false} />
}

/** The fence characters of an unfinished closing line aren't code. */
const withoutClosingFence = (code: string) => code.replace(/\n? {0,3}(?:`+|~+)[ \t]*$/, '')
