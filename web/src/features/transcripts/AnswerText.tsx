import { useMemo } from 'react'
import {
  Blocks,
  GrowingMarkdown,
  knownAddresses,
  plainSurroundings,
  type Surroundings,
  SurroundingsContext,
} from '../../ui/markdown/index.ts'
import { useMarkdownWords } from '../chatModel/useMarkdownWords.ts'

interface Props {
  answer: string
  /** The question, which can contain addresses. */
  question?: string
  cut: boolean
  /** What citations and images lead to. Without it, citations lead nowhere, and no images are loaded. */
  surroundings?: Partial<Surroundings> | undefined
}

const noImage = () => Promise.reject(new Error('No images are loaded here.'))

/** The text of an answer that no longer changes. */
export function AnswerText({ answer, question = '', cut, surroundings }: Props) {
  const words = useMarkdownWords()
  const blocks = useMemo(() => {
    const read = new Blocks()
    read.push(answer)
    read.end()
    return read
  }, [answer])
  const all = useMemo(
    () => ({
      ...plainSurroundings,
      words,
      knowsAddress: knownAddresses(question, []),
      loadImage: noImage,
      ...surroundings,
    }),
    [question, words, surroundings],
  )
  return (
    <div className="md answer-text">
      <SurroundingsContext value={all}>
        <GrowingMarkdown blocks={blocks} version={answer.length} ended cut={cut} byParagraph={false} />
      </SurroundingsContext>
    </div>
  )
}
