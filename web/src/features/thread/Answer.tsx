import { type Ref, Suspense, useMemo } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import {
  Blocks,
  GrowingMarkdown,
  knownAddresses,
  plainSurroundings,
  type Surroundings,
  SurroundingsContext,
} from '../../ui/markdown/index.ts'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { loadImage } from '../agentAvatars/loadImage.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { importedFromOf, type ShownSegment } from '../chatModel/branch.ts'
import { useChatFamily } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { otherAgentOf } from '../chatModel/otherAgent.ts'
import { openSource, sourceTitle } from '../chatModel/sources.ts'
import { useAnswer } from '../chatModel/stream/useChatStream.ts'
import { useMarkdownWords } from '../chatModel/useMarkdownWords.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerErrors } from './AnswerErrors.tsx'
import { AnswerSteps } from './AnswerSteps.tsx'
import { Approvals } from './approvals/Approvals.tsx'
import { Remembered } from './approvals/Remembered.tsx'
import { DocumentCards } from './canvas/DocumentCards.tsx'
import { AnswerCode } from './code/AnswerCode.tsx'
import { AnswerPicture } from './generatedImages/AnswerPicture.tsx'
import { AnswerEndedContext } from './generatedImages/answerEnded.ts'
import { isResearch } from './research/isResearch.ts'
import { FilesRead } from './sources/FilesRead.tsx'
import { SourceChips } from './sources/SourceChips.tsx'
import type { TurnChat } from './useThread.ts'

const ResearchProgress = loadLater(async () => (await import('./research/ResearchProgress.tsx')).default)

interface Props {
  ref: Ref<HTMLElement>
  segment: ShownSegment
  page: TurnChat
  last: boolean
  onLight: (segment: ShownSegment, number: number | null) => void
}

export function Answer({ ref, segment, page, last, onLight }: Props) {
  const t = conversationTexts.useText()
  const { hasOtherAgents, help } = useChatFamily()
  const other = hasOtherAgents ? otherAgentOf(segment, page.own.gptSystemId) : null
  const named = useAgentName()
  const { gptSystemId, name: given } = other ?? page.own
  const name = named(given)
  const pending = segment.status === 'Pending'
  const around = useSurroundings(segment, page, onLight)
  const importedFrom = importedFromOf(segment)
  return (
    <article
      ref={ref}
      className="answer"
      aria-label={t('answerOf', { agent: importedFrom ?? name })}
      aria-busy={pending}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: each message is a tab stop by design.
      tabIndex={0}
    >
      {importedFrom ? (
        <p className="small m2 answer-maker">
          <bdi>{importedFrom}</bdi> · {t('imported')}
        </p>
      ) : (
        <Answerer gptSystemId={gptSystemId} name={name} isOther={other !== null} />
      )}
      <AnswerSteps segment={segment} page={page} />
      {segment.status !== 'Completed' && isResearch(segment) && (
        <Suspense>
          <ResearchProgress segment={segment} />
        </Suspense>
      )}
      <AnswerCode
        segment={segment}
        conversationId={page.address.conversationId}
        isAvailable={page.available}
      />
      <Remembered segment={segment} />
      <div className="md answer-text">
        <SurroundingsContext value={around}>
          <AnswerEndedContext value={!pending}>
            <ErrorBoundary component="answer" instead={<PlainText segment={segment} />}>
              <AnswerText segment={segment} />
            </ErrorBoundary>
          </AnswerEndedContext>
        </SurroundingsContext>
      </div>
      <DocumentCards segment={segment} conversationId={page.address.conversationId} />
      {pending && <Approvals segment={segment} conversationId={page.address.conversationId} />}
      <AnswerErrors segment={segment} page={page} last={last} />
      {last && segment.isUnanswered && help && <div className="answer-help">{help}</div>}
      {!pending && <SourceChips segment={segment} page={page} />}
      {!pending && <FilesRead segment={segment} page={page} />}
      {!pending && <AnswerActions segment={segment} page={page} />}
    </article>
  )
}

/**
 * Shows who answered, if it was an agent other than the conversation's, or an agent that someone else created.
 */
function Answerer(props: { gptSystemId: string; name: string; isOther: boolean }) {
  const { gptSystemId, name, isOther } = props
  const t = conversationTexts.useText()
  const { data } = conversationsApi.endpoints.listAvailableGptSystems.useQueryState()
  const card = data?.find((one) => one.gptSystemId === gptSystemId)
  if (!gptSystemId || !(isOther || card?.madeBy)) return null
  return (
    <p className="small m2 answer-maker" data-other={isOther || undefined}>
      {isOther && <AgentAvatar id={gptSystemId} fileName={card?.avatarFileName ?? null} size={20} />}
      <span>
        <bdi>{name}</bdi>
        {card?.madeBy && <> · {t('madeBy', { name: card.madeBy })}</>}
      </span>
    </p>
  )
}

/** The only part that renders again for each piece of text. */
function AnswerText({ segment }: { segment: ShownSegment }) {
  const ended = segment.status !== 'Pending'
  const cut = ended && segment.status !== 'Completed'
  const byParagraph = useMediaQuery('(prefers-reduced-motion: reduce)')
  const answer = useAnswer(segment)
  const blocks = useBlocks(answer, ended)
  return (
    <GrowingMarkdown
      blocks={blocks}
      version={answer.length}
      ended={ended}
      cut={cut}
      byParagraph={byParagraph}
    />
  )
}

/** The raw answer, if parsing its Markdown failed. */
function PlainText({ segment }: { segment: ShownSegment }) {
  return (
    <p dir="auto" className="md-source">
      {useAnswer(segment)}
    </p>
  )
}

/**
 * Splits the answer into blocks. Appended text is parsed incrementally, and any other text is parsed from the
 * start.
 */
function useBlocks(answer: string, ended: boolean): Blocks {
  const reader = useMemo(() => new AnswerReader(), [])
  return reader.read(answer, ended)
}

class AnswerReader {
  private blocks = new Blocks()
  private seen = ''

  read(answer: string, ended: boolean): Blocks {
    if (!answer.startsWith(this.seen)) {
      this.blocks = new Blocks()
      this.seen = ''
    }
    this.blocks.push(answer.slice(this.seen.length))
    this.seen = answer
    if (ended) this.blocks.end()
    return this.blocks
  }
}

function useSurroundings(segment: ShownSegment, page: TurnChat, onLight: Props['onLight']): Surroundings {
  const t = conversationTexts.useText()
  const words = useMarkdownWords()
  const { conversationId } = page.address
  const { citations, conversationSegmentId, question, status } = segment
  const shownSoFar = useMemo(() => new Map<number, number>(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onLight` only sets state, so every instance behaves the same.
  return useMemo(() => {
    const citationsExpected = status === 'Pending' && citations.length === 0
    const places = new Map(citations.map(({ citationId }, index) => [Number(citationId), index + 1]))
    const placeSoFar = (number: number) => {
      if (!shownSoFar.has(number)) shownSoFar.set(number, shownSoFar.size + 1)
      return shownSoFar.get(number)!
    }
    return {
      words,
      citationPlace: citationsExpected ? placeSoFar : (number) => places.get(number) ?? null,
      citationsExpected,
      citationLabel: (place) => t('openSource', { number: place, title: sourceTitle(citations[place - 1]!) }),
      citationAddress: (place) => `#source-${conversationSegmentId}-${place}`,
      openCitation: (place) =>
        openSource({
          conversationId,
          conversationSegmentId,
          number: place,
          citation: citations[place - 1]!,
          among: citations,
        }),
      lightCitation: (number) => onLight(segment, number),
      knowsAddress: knownAddresses(question, citations),
      loadImage: loadImage ?? plainSurroundings.loadImage,
      Picture: AnswerPicture,
    } satisfies Surroundings
  }, [t, words, citations, conversationSegmentId, conversationId, question, status, shownSoFar, onLight])
}
