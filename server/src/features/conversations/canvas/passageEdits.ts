import type { conversations } from '@parlance/contract/conversations'
import type { TerminalStatus, Usage as TokenUsage } from '@parlance/contract/events'
import { limits } from '@parlance/contract/limits'
import { mostAnswerTokens } from '../../../engines/answerTokens.ts'
import type { Engines } from '../../../engines/registry.ts'
import { turnOf } from '../../../platform/access/actor.ts'
import { storable } from '../../../platform/database/storable.ts'
import { AppError } from '../../../platform/errors.ts'
import type { WorkStream, WriteEvent } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fewAtOnce } from '../../../platform/rates/fewAtOnce.ts'
import type { Agents } from '../../agents/index.ts'
import { costOf, countsMoney, shareAt, type Usage } from '../../usage/index.ts'
import { storeUsage } from '../execution/store.ts'
import { estimateTokens, MESSAGE_TOKENS } from '../execution/tokens.ts'
import type { Reader } from '../readers/policy.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { type AskedAgent, findAsked } from '../readers/store.ts'
import { find as findConversation } from '../record/store.ts'
import { passagePrompt } from './passagePrompt.ts'
import * as store from './store.ts'

interface Needs {
  agents: Pick<Agents, 'usableAgent' | 'testedAgent'>
  engines: Engines
  usage: Pick<Usage, 'boundsOf' | 'countAhead' | 'settleAhead'>
}

/** What a person can have rewritten at once. */
const atOnce = { each: 3, error: 'conversation.tooManyRuns', retryAfter: 10 } as const
/** How much longer than the passage a proposal can be, in tokens. */
const LONGER = { share: 2, tokens: 1000 }
/** Models that think first, or rewrite a long passage, take minutes. */
const LONGEST_MS = 300_000

interface Begun {
  reader: Reader
  document: store.DocumentRow
  agent: AskedAgent
}

/** The call with which people have a model rewrite a passage. It proposes, and changes nothing. */
export function passageEditsService<X>(
  { database }: Pick<Platform, 'database'>,
  { agents, engines, usage }: Needs,
  readerOf: ReaderOf<X>,
) {
  const { db } = database
  const oneOfFew = fewAtOnce(atOnce)

  /** Returns what rewrites, and the limits that apply, as for a question in the conversation. */
  async function prepare(agent: AskedAgent) {
    const { configuration } = agent
    if (configuration.languageEngine === 'BuiltIn') throw new AppError('document.noModel')
    // What a person asks for here isn’t from any source.
    if (configuration.restrictAnswerToInformationReturnedByTools) throw new AppError('document.restricted')
    const bounds = await usage.boundsOf(agent)
    if (bounds.price === null && countsMoney(bounds)) throw new AppError('usage.unpriced')
    return { configuration, bounds }
  }

  async function run(
    call: Pick<CallIn<X, typeof conversations.editDocument>, 'input' | 'requestId'>,
    { reader, document, agent }: Begun,
    { write, gone }: { write: WriteEvent; gone: AbortSignal },
  ): Promise<TerminalStatus> {
    const { configuration, bounds } = await prepare(agent)
    const registry = await engines.current()
    const { languageEngine, deploymentName, configStateId } = configuration
    const deployment = registry.findDeployment(languageEngine, deploymentName)
    const messages = passagePrompt(document, call.input)
    const passage = document.content.slice(call.input.from, call.input.to)
    const request = {
      messages,
      tools: [],
      temperature: configuration.temperature,
      topP: configuration.topP,
      frequencyPenalty: 0,
      maxTokens: Math.ceil(estimateTokens(passage) * LONGER.share) + LONGER.tokens,
      reasoningEffort: configuration.reasoningEffort,
    }
    const sentTokens = messages.reduce((sum, one) => sum + estimateTokens(one.content) + MESSAGE_TOKENS, 0)
    const { userId } = reader.actor
    const share = shareAt(bounds.price, sentTokens, mostAnswerTokens(request, deployment))
    const counted = await usage.countAhead({ userId, bounds, share })
    let written = ''
    let told: TokenUsage | null = null
    let isSent = false
    const limit = AbortSignal.timeout(LONGEST_MS)
    try {
      const signal = AbortSignal.any([gone, limit])
      signal.throwIfAborted()
      isSent = true
      const result = await registry.find(languageEngine).answer(
        {
          ...{ ...request, deploymentName, signal, requestId: call.requestId, askedBy: turnOf(reader.actor) },
          onWait: () => undefined,
        },
        {
          text(delta) {
            const text = storable(delta).toWellFormed()
            written += text
            write('response-updated', { text })
          },
          thinking: () => undefined,
          usage(one) {
            told = one
          },
        },
      )
      told = result.usage ?? told
      // Half a passage must not replace a whole one.
      if (result.finish === 'Length') throw new AppError('document.cut')
      if (written.trim() === '') throw new AppError('document.noText')
      return 'Completed'
    } catch (cause) {
      // A provider that refuses at once reports nothing and charges nothing.
      if (!gone.aborted && written === '' && told === null) isSent = false
      if (gone.aborted) return 'Aborted'
      throw limit.aborted ? new AppError('document.timeout', { cause }) : cause
    } finally {
      const spent = isSent ? spentOf(told, sentTokens, written) : null
      await usage.settleAhead(counted, spent && shareAt(bounds.price, spent.inputTokens, spent.outputTokens))
      if (spent) {
        const cost = bounds.price && costOf(bounds.price, spent.inputTokens, spent.outputTokens)
        await storeUsage(db, configStateId, [
          {
            languageEngine,
            deploymentName: deploymentName ?? '',
            purpose: 'Editing',
            calls: 1,
            ...spent,
            cost,
          },
        ])
      }
    }
  }

  return {
    async editDocument(call: CallIn<X, typeof conversations.editDocument>): Promise<WorkStream> {
      const reader = readerOf(call)
      const { conversationId, documentId } = call.params
      const document = await store.find(db, reader, conversationId, documentId)
      if (!document) throw new AppError('document.notFound')
      const { from, to, version } = call.input
      if (document.version !== version) throw new AppError('document.changed')
      if (from >= to || to > document.content.length || to - from > limits.documentPassage)
        throw new AppError('document.passage')
      const conversation = await findConversation(db, reader, conversationId)
      if (!conversation) throw new AppError('conversation.notFound')
      const options = { isMemoryAllowed: false, temporary: true }
      const agent = await findAsked(db, agents, reader, conversation.gptSystem.gptSystemId, options)
      if (!agent) throw new AppError('agent.notFound')
      if (agent.guidelines.awaitsConsent) throw new AppError('guidelines.consentRequired')
      return {
        work: (write, gone) =>
          oneOfFew(reader.actor.userId, () => run(call, { reader, document, agent }, { write, gone })),
      }
    },
  }
}

/** Returns what a call used, estimated from its texts where the provider reported nothing. */
const spentOf = (told: TokenUsage | null, sentTokens: number, written: string) => ({
  inputTokens: told?.inputTokens ?? sentTokens,
  outputTokens: Math.max(told?.outputTokens ?? 0, told ? 0 : estimateTokens(written)),
})
