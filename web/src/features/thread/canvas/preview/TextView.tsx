import { useMemo } from 'react'
import {
  Blocks,
  GrowingMarkdown,
  plainSurroundings,
  SurroundingsContext,
} from '../../../../ui/markdown/index.ts'
import { useMarkdownWords } from '../../../chatModel/useMarkdownWords.ts'

/** Markdown as it is read. */
export function TextView({ text }: { text: string }) {
  const words = useMarkdownWords()
  const around = useMemo(() => ({ ...plainSurroundings, words }), [words])
  const blocks = useMemo(() => {
    const made = new Blocks()
    made.push(text)
    made.end()
    return made
  }, [text])
  return (
    <div className="md canvas-read">
      <SurroundingsContext value={around}>
        <GrowingMarkdown blocks={blocks} version={text.length} ended />
      </SurroundingsContext>
    </div>
  )
}
