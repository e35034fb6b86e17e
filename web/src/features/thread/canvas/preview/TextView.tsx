import { useMemo } from 'react'
import {
  Blocks,
  GrowingMarkdown,
  plainSurroundings,
  SurroundingsContext,
} from '../../../../ui/markdown/index.ts'
import { useMarkdownWords } from '../../../chatModel/useMarkdownWords.ts'
import { openDocument, openedDocument } from '../openDocument.ts'
import { reportSurroundings } from './reportSurroundings.ts'
import type { Report } from './useReport.ts'

interface Props {
  text: string
  /** The answer whose research wrote the text. Its numbers then open their sources. */
  report?: Report | null
}

/** Returns a function that opens the document that is open now. */
function openedAgain(): () => void {
  const { document } = openedDocument.read()
  return () => document && openDocument(document)
}

/** Markdown as it is read. */
export function TextView({ text, report = null }: Props) {
  const words = useMarkdownWords()
  const around = useMemo(
    () =>
      report
        ? reportSurroundings(report.segment, report.conversationId, words, openedAgain())
        : { ...plainSurroundings, words },
    [report, words],
  )
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
