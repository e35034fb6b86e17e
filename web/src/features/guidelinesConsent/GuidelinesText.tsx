import { useMemo } from 'react'
import { Blocks, GrowingMarkdown, plainSurroundings, SurroundingsContext } from '../../ui/markdown/index.ts'
import { useMarkdownWords } from '../chatModel/useMarkdownWords.ts'
import './guidelinesConsent.css'

interface Section {
  heading: string
  text: string
}

/** The sections of a document as people read them. */
export function GuidelinesText({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="guidelines-text">
      {sections.map(({ heading, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a version have no IDs and never move.
        <section key={at}>
          <h4 className="h4 wrap" dir="auto">
            {heading}
          </h4>
          <MarkdownText text={text} />
        </section>
      ))}
    </div>
  )
}

/** Markdown as in answers. */
export function MarkdownText({ text }: { text: string }) {
  const words = useMarkdownWords()
  const around = useMemo(() => ({ ...plainSurroundings, words }), [words])
  const blocks = useMemo(() => {
    const read = new Blocks()
    read.push(text)
    read.end()
    return read
  }, [text])
  return (
    <div className="md" dir="auto">
      <SurroundingsContext value={around}>
        <GrowingMarkdown blocks={blocks} version={text.length} ended />
      </SurroundingsContext>
    </div>
  )
}
