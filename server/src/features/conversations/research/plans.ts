import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import type { conversations } from '@parlance/contract/conversations'
import { limits } from '@parlance/contract/limits'
import { mostAnswerTokens } from '../../../engines/answerTokens.ts'
import type { Engines, PricedDeployment } from '../../../engines/registry.ts'
import { turnOf } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/server.ts'
import { cutTo } from '../../../platform/language/cutTo.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents } from '../../agents/index.ts'
import { type Knowledge, visibleTo } from '../../knowledge/index.ts'
import { costOf, countsMoney, shareAt, type Usage } from '../../usage/index.ts'
import type { WebSearch } from '../../webSearch/index.ts'
import { storeUsage } from '../execution/store.ts'
import { estimateTokens, MESSAGE_TOKENS } from '../execution/tokens.ts'
import type { Reader } from '../readers/policy.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { type AskedAgent, embeddedAsked, findAsked } from '../readers/store.ts'
import { findAskContext, type Turn } from '../record/store.ts'
import { wantedDeployment } from '../record/wantedDeployment.ts'
import { leastBudget, mostBudget, neededTokens, proposedBudget, reportPrompt } from './bounds.ts'
import { planIn, planPrompt } from './modelPlan.ts'
import { wordPlan } from './wordPlan.ts'

export interface PlanNeeds {
  agents: Pick<Agents, 'usableAgent' | 'testedAgent' | 'choose'>
  engines: Engines
  knowledge: Pick<Knowledge, 'explaining'>
  web: Pick<WebSearch, 'isOn' | 'provider'>
  usage: Pick<Usage, 'boundsOf' | 'countAhead' | 'settleAhead'>
  isFileSearchOn(): Promise<boolean>
}

type PlanCall<X> = CallIn<X, typeof conversations.planResearch>

/** A question to plan for. */
interface Planned {
  /** With the deployment that is chosen for the question. */
  agent: AskedAgent
  deployment: PricedDeployment
  /** The turns before it, oldest first. */
  history: readonly Turn[]
}

const PLAN_TOKENS = 2000
const PLAN_CHARACTERS = 20_000
const PLAN_MS = 60_000

/** The call that proposes how a question is researched. */
export function researchPlans<X>(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  { agents, engines, knowledge, web, usage, isFileSearchOn }: PlanNeeds,
  readerOf: ReaderOf<X>,
) {
  const { db } = database

  /** Returns the agent that is asked, and what was said before. */
  async function findPlanned(
    reader: Reader,
    { params: { gptSystemId }, input }: PlanCall<X>,
  ): Promise<Planned> {
    const { question, conversationId, parentSegmentId: parent, deployment } = input
    if (conversationId === undefined) {
      const options = { isMemoryAllowed: false, temporary: true }
      const agent = await findAsked(db, agents, reader, gptSystemId, options)
      if (!agent) throw new AppError('agent.notFound')
      return { ...(await chosenFor(agent, deployment ?? null, deployment)), history: [] }
    }
    const asked = { parent, question, gptSystemId, idempotencyKey: '' }
    const answering = embeddedAsked(agents, reader, false)
    const context = await findAskContext(db, reader, conversationId, asked, answering)
    if (!context) throw new AppError('conversation.notFound')
    const { agent, history } = context
    if (!agent) throw new AppError('agent.notFound')
    const wanted = wantedDeployment(deployment, context, gptSystemId)
    return { ...(await chosenFor(agent, wanted, deployment)), history }
  }

  /** Returns the agent with the deployment that answers. Throws, as asking does, if a named one isn’t offered. */
  async function chosenFor(
    agent: AskedAgent,
    wanted: NamedDeployment | null,
    named: NamedDeployment | null | undefined,
  ) {
    const { configuration, deployment, isOffered } = await agents.choose(agent.configuration, wanted)
    if (!isOffered && named) throw new AppError('conversation.deployment')
    return { agent: { ...agent, configuration }, deployment }
  }

  /** Has the agent’s model write a plan. Returns null if it fails: the words of the question then make one. */
  async function planByModel(
    reader: Reader,
    { question, requestId }: { question: string; requestId: string },
    { agent, deployment, history }: Planned,
  ): Promise<ReturnType<typeof planIn>> {
    const { configuration } = agent
    const bounds = await usage.boundsOf(agent)
    if (bounds.price === null && countsMoney(bounds)) throw new AppError('usage.unpriced')
    const { languageEngine, deploymentName, configStateId } = configuration
    const registry = await engines.current()
    const messages = planPrompt(question, history)
    const { reasoning } = deployment
    const request = {
      ...{ messages, deploymentName, tools: [], temperature: 0, topP: 1, frequencyPenalty: 0 },
      maxTokens: PLAN_TOKENS,
      reasoningEffort: reasoning ? ('Low' as const) : null,
    }
    const sentTokens = messages.reduce((sum, one) => sum + estimateTokens(one.content) + MESSAGE_TOKENS, 0)
    const share = shareAt(bounds.price, sentTokens, mostAnswerTokens(request, deployment))
    const counted = await usage.countAhead({ userId: reader.actor.userId, bounds, share })
    let written = ''
    let spent: { inputTokens: number; outputTokens: number } | null = null
    try {
      const result = await registry.find(languageEngine).answer(
        {
          ...request,
          requestId,
          askedBy: turnOf(reader.actor),
          signal: AbortSignal.timeout(PLAN_MS),
          onWait: () => undefined,
        },
        {
          text(delta) {
            written = cutTo(written + delta, PLAN_CHARACTERS)
          },
          thinking: () => undefined,
          usage(told) {
            spent = told
          },
        },
      )
      spent = result.usage ?? spent ?? { inputTokens: sentTokens, outputTokens: estimateTokens(written) }
      return planIn(written)
    } catch (cause) {
      if (written !== '') spent ??= { inputTokens: sentTokens, outputTokens: estimateTokens(written) }
      log.info('research.planFailed', { requestId, code: asAppError(cause).code })
      return null
    } finally {
      await usage.settleAhead(counted, spent && shareAt(bounds.price, spent.inputTokens, spent.outputTokens))
      if (spent) {
        const cost = bounds.price && costOf(bounds.price, spent.inputTokens, spent.outputTokens)
        const of = { languageEngine, deploymentName: deploymentName ?? '', purpose: 'Question' as const }
        await storeUsage(db, configStateId, [
          { ...of, calls: 1, inputTokens: spent.inputTokens, outputTokens: spent.outputTokens, cost },
        ])
      }
    }
  }

  return {
    async planResearch(call: PlanCall<X>) {
      const reader = readerOf(call)
      const { question } = call.input
      const planned = await findPlanned(reader, call)
      const { agent, deployment } = planned
      if (agent.guidelines.awaitsConsent) throw new AppError('guidelines.consentRequired')
      const { configuration } = agent
      if (!configuration.allowsResearch) throw new AppError('research.notAllowed')
      const { capabilityTypes, dataSources, languageEngine, systemPrompt } = configuration
      const ids =
        capabilityTypes.includes('FileSearch') && (await isFileSearchOn())
          ? dataSources.map((link) => link.dataSourceId)
          : []
      const searchesWeb = capabilityTypes.includes('WebSearch') && (await web.isOn())
      const provider = searchesWeb ? await web.provider() : null
      if (ids.length === 0 && !provider) throw new AppError('research.nowhere')
      const usesModel = languageEngine !== 'BuiltIn'
      const plan = usesModel
        ? await planByModel(reader, { question, requestId: call.requestId }, planned)
        : null
      const lines = plan?.lines ?? wordPlan(question)
      const places = (ids.length > 0 ? 1 : 0) + (provider ? 1 : 0)
      const { instructions: guidelines } = agent.guidelines
      const rules = [systemPrompt, ...guidelines.map(({ heading, text }) => `${heading}\n${text}`)].join(
        '\n\n',
      )
      const instructions = usesModel ? rules : ''
      const names = await knowledge.explaining.namesOf(visibleTo(call.actor), ids)
      const { price } = await usage.boundsOf(agent)
      const understood = plan?.understood || (question.length <= limits.researchUnderstood ? question : '')
      const prompt = reportPrompt(instructions, question, { understood, lines })
      const needed = usesModel ? (neededTokens(prompt, deployment) ?? limits.researchTokens) : 0
      const least = leastBudget(instructions, needed)
      return {
        understood,
        lines,
        by: plan ? ('Model' as const) : ('Words' as const),
        libraries: { count: ids.length, names: names.map(({ name }) => name) },
        web: provider?.provider ?? null,
        usesModel,
        budget: proposedBudget(lines, { places, least }),
        least,
        most: mostBudget,
        price: usesModel ? price : null,
      }
    },
  }
}
