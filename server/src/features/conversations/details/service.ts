import type { conversations } from '@parlance/contract/conversations'
import { isUnfinished } from '@parlance/contract/events'
import { AppError } from '../../../platform/errors.ts'
import { redactingInPieces } from '../../../platform/redaction/inPieces.ts'
import type { Redaction } from '../../../platform/redaction/redaction.ts'
import type { CustomInstructions } from '../../customInstructions/index.ts'
import { type Memories, memoriesText } from '../../memories/index.ts'
import {
  type ExecutedStep,
  type Execution,
  type ExecutionDetails,
  type FoundPassage,
  noDetails,
  type PromptMessage,
  type TraceLine,
} from '../execution/execution.ts'
import type { Executions } from '../execution/executions.ts'
import * as store from '../execution/store.ts'
import { mayReadConfiguration, type Reader, readsConfiguration } from '../readers/policy.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { findSegment, type SegmentRow } from '../record/store.ts'
import { createReadable } from '../sources/citedSources.ts'
import { redactedDetails } from './redactedDetails.ts'

type Needs = Parameters<typeof createReadable>[0] & {
  executions: Executions
  redaction: Pick<Redaction, 'forExports' | 'forProviders'>
  memories: Pick<Memories, 'listTexts'>
  customInstructions: CustomInstructions
}
type Params = { conversationId: string; conversationSegmentId: string }

/**
 * Shows how answers came about to their owner, and the prompt to people who can read the agent's configuration.
 */
export function createDetailsService<X>(needs: Needs, readerOf: ReaderOf<X>) {
  const { db, executions, memories, customInstructions, redaction } = needs
  const readable = createReadable(needs)

  async function find(reader: Reader, { conversationId, conversationSegmentId }: Params) {
    const stored = await store.findExecution(db, reader, conversationId, conversationSegmentId)
    if (!stored) throw new AppError('conversation.segmentNotFound')
    return { ...stored, running: executions.find(conversationSegmentId) }
  }

  /**
   * Returns how the memories in a prompt are shown: as they are now, because nothing else has their texts, and redacted
   * if providers get no personal data now.
   */
  async function rememberedIn({ actor }: Reader, messages: readonly PromptMessage[], askedAt: string) {
    const ids = messages.flatMap((message) => ('content' in message ? (message.memoryIds ?? []) : []))
    const found = ids.length > 0 ? await memories.listTexts(db, actor, ids) : []
    const redactor = await redaction.forProviders()
    const redact = redactor ? redactingInPieces(redactor) : async (text: string) => text
    const texts = new Map<string, string>()
    for (const { memoryId, text, updatedAt } of found) {
      const shown = await redact(text)
      texts.set(memoryId, updatedAt > new Date(askedAt) ? `${shown} [changed since]` : shown)
    }
    return (memoryIds: readonly string[]) =>
      memoriesText(memoryIds.map((memoryId) => texts.get(memoryId) ?? '[deleted memory]'))
  }

  /** Returns how custom instructions in a prompt are shown: as they are now, like memories. */
  async function customInstructionsIn({ actor }: Reader, askedAt: string): Promise<string> {
    const { text, updatedAt } = await customInstructions.findText(actor)
    const redactor = await redaction.forProviders()
    const shown = redactor ? await redactingInPieces(redactor)(text) : text
    return updatedAt !== null && updatedAt > askedAt ? `${shown} [changed since]` : shown
  }

  async function promptOf(
    reader: Reader,
    conversationId: string,
    stored: { prompt: string | null; running: Execution | null; createdAt: string },
  ) {
    const messages =
      stored.running?.prompt ??
      (stored.prompt === null ? null : (JSON.parse(stored.prompt) as PromptMessage[]))
    if (!messages) return null
    const named = messages.flatMap((message) => ('segmentId' in message ? [message.segmentId] : []))
    const texts = await store.listTexts(db, reader, conversationId, named)
    const remembered = await rememberedIn(reader, messages, stored.createdAt)
    const hasOwn = messages.some((message) => 'content' in message && message.hasCustomInstructions)
    const own = hasOwn ? await customInstructionsIn(reader, stored.createdAt) : ''
    return messages.map((message) => {
      if ('content' in message) {
        const { role, content, memoryIds, hasCustomInstructions } = message
        const before = memoryIds ? [remembered(memoryIds)] : []
        const parts = [...before, content, ...(hasCustomInstructions ? [own] : [])]
        return { role, content: parts.filter((part) => part !== '').join('\n\n') }
      }
      const turn = texts.find((text) => text.segmentId === message.segmentId)
      return { role: message.role, content: turn?.[message.part] ?? '' }
    })
  }

  return {
    async getExecutionDetails(call: CallIn<X, typeof conversations.getExecutionDetails>) {
      const { params } = call
      const reader = readerOf(call)
      const stored = await find(reader, params)
      const { conversationId, conversationSegmentId } = params
      const segment = await findSegment(db, reader, conversationId, conversationSegmentId)
      if (!segment) throw new AppError('conversation.segmentNotFound')
      const details =
        stored.running?.details ??
        // None are stored for an answer that predates them, or whose server died first.
        (stored.details === null ? noDetails() : (JSON.parse(stored.details) as ExecutionDetails))
      const may = await readable(reader, { conversationId, gptSystem: stored }, details.passages)
      const withheld = details.passages.filter((passage) => !may.has(passage.passageId))
      const mayRead = mayReadConfiguration(reader, stored.gptSystemId)
      const prompt = mayRead
        ? await promptOf(reader, conversationId, { ...stored, createdAt: segment.createdAt })
        : null
      const answer = {
        ...shownSegment(segment),
        languageEngine: stored.languageEngine,
        deploymentName: stored.deploymentName,
        questionAsSearched: details.questionAsSearched,
        customInstructions: details.customInstructions ?? null,
        history: details.history,
        steps: shownSteps(details, segment, withheld),
        passages: details.passages.map((passage) => shownPassage(passage, segment, withheld)),
        usage: segment.usage ?? stored.running?.usage() ?? null,
        calls: details.calls.map(({ purpose, usage, ms, deployment = stored }) => ({
          purpose,
          usage,
          ms,
          languageEngine: deployment.languageEngine,
          deploymentName: deployment.deploymentName,
        })),
        firstTextMs: details.firstTextMs,
        totalMs: details.totalMs,
        prompt: prompt?.map(({ role, content }) => ({ role, content: without(content, withheld) })) ?? null,
        promptNeeds: mayRead ? [] : [...readsConfiguration],
      }
      const redactor = await redaction.forExports()
      return redactor ? redactedDetails(redactor, answer) : answer
    },

    async getTraceLogs(call: CallIn<X, typeof conversations.getTraceLogs>) {
      const reader = readerOf(call)
      const stored = await find(reader, call.params)
      if (!mayReadConfiguration(reader, stored.gptSystemId)) {
        throw new AppError('access.denied', {
          fields: readsConfiguration.map((action) => ({ field: 'action', message: action })),
        })
      }
      const items =
        stored.running?.trace ?? (stored.trace === null ? [] : (JSON.parse(stored.trace) as TraceLine[]))
      return { items }
    },
  }
}

function shownSegment(segment: SegmentRow) {
  const { conversationSegmentId, status, createdAt, finishedAt, question } = segment
  return { conversationSegmentId, status, createdAt, finishedAt, questionAsAsked: question }
}

/** Returns the steps with input and output. Adds steps that the segment has but the details lack. */
function shownSteps(details: ExecutionDetails, segment: SegmentRow, withheld: readonly FoundPassage[]) {
  const known = new Set(details.steps.map((step) => step.id))
  const left = segment.steps
    .filter((step) => !known.has(step.id))
    .map((step) => ({ ...step, kind: 'Step' as const, input: null, output: null }))
  const ended = segment.status !== 'Pending'
  return [...details.steps, ...left].map(({ asks: _, ...step }: ExecutedStep) => ({
    ...step,
    // A step that a killed server left unfinished has failed.
    state: ended && isUnfinished(step) ? ('Failed' as const) : step.state,
    output: step.output === null ? null : without(step.output, withheld),
  }))
}

function shownPassage(
  { dataSourceId: _, ...passage }: FoundPassage,
  segment: SegmentRow,
  withheld: readonly FoundPassage[],
) {
  const citation = segment.citations.find((one) => one.passageId === passage.passageId)
  const isWithheld = withheld.some((one) => one.passageId === passage.passageId)
  // Quoted text stays because it was part of the answer.
  return {
    ...passage,
    text: isWithheld ? (citation?.quote ?? '') : passage.text,
    cited: citation !== undefined,
  }
}

/** Returns a text without the passages that are no longer readable. */
function without(text: string, withheld: readonly FoundPassage[]): string {
  let left = text
  for (const passage of withheld) if (passage.text !== '') left = left.replaceAll(passage.text, () => '…')
  return left
}
