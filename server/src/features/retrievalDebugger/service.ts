import type { Answer, Input } from '@parlance/contract/endpoint'
import type { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import type { Actor } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { wordsByTerm } from '../../platform/language/terms.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PromptPreview, PromptPreviews } from '../conversations/index.ts'
import { type Knowledge, type RankedPassage, type Retrieval, visibleTo } from '../knowledge/index.ts'
import type { Users } from '../users/index.ts'
import { explainExpected } from './expected.ts'
import { type NamedPerson, namedPerson, type Scope, scopeOfAgent, scopeOfLibraries } from './scope.ts'
import { passageOf } from './shapes.ts'
import { Steps } from './steps.ts'

type Debug = typeof retrievalDebugger.debugRetrieval
type Asked = Input<Debug>

export interface Needs {
  knowledge: Pick<Knowledge, 'searchIn' | 'explaining'>
  promptPreviews: PromptPreviews
  users: Pick<Users, 'getUser'>
}

/** What was searched, and what came of it. */
interface Searched {
  scope: Scope
  found: Retrieval | null
  prompt: PromptPreview | null
  /** How many passages the search was asked for. */
  limit: number
}

const DEBUGGED_PASSAGES = 50

export function createService({ database }: Pick<Platform, 'database'>, needs: Needs) {
  const { knowledge, promptPreviews, users } = needs
  const { db } = database

  async function inLibraries(
    actor: Actor,
    { question, dataSourceIds, limit = DEBUGGED_PASSAGES, useGraph }: Asked & { dataSourceIds: string[] },
    person: NamedPerson | null,
    recorder: Steps,
  ): Promise<Searched> {
    const wanted = [...new Set(dataSourceIds)]
    const permitted = await knowledge.explaining.namesOf(visibleTo(actor), wanted)
    if (permitted.length < wanted.length) throw new AppError('dataSource.notFound')
    const scope = await scopeOfLibraries(db, wanted, person)
    const graphIds = useGraph === false ? [] : scope.dataSourceIds
    const search = knowledge.searchIn({ ...scope, graphIds, attachedIds: [] }, { recorder })
    return { scope, found: await search.retrieve('linked', question, limit), prompt: null, limit }
  }

  async function asAgent(
    actor: Actor,
    { question, stateId, limit }: Asked & { stateId: string },
    person: NamedPerson | null,
    recorder: Steps,
  ): Promise<Searched> {
    const agent = await promptPreviews.of(actor, stateId)
    const scope = await scopeOfAgent(db, agent, person)
    const isHidden = scope.wantedIds.length > 0 && scope.dataSourceIds.length === 0
    const prompt = isHidden ? null : await agent.preview(question, recorder)
    return { scope, found: prompt?.found ?? null, prompt, limit: Math.min(limit ?? agent.topK, agent.topK) }
  }

  async function debugRetrieval({
    actor,
    input,
  }: Pick<Call<Debug>, 'actor' | 'input'>): Promise<Answer<Debug>> {
    const { dataSourceIds, stateId } = input
    const minimumScore = input.minimumScore ?? null
    const person = await namedPerson(users, actor, input.asUserId)
    const steps = new Steps()
    const searched =
      dataSourceIds && stateId === undefined
        ? await inLibraries(actor, { ...input, dataSourceIds }, person, steps)
        : stateId !== undefined && !dataSourceIds
          ? await asAgent(actor, { ...input, stateId }, person, steps)
          : null
    if (!searched)
      throw new AppError('request.invalid', { fields: [{ field: 'stateId', message: eitherOr }] })
    const { found, limit } = searched
    const best = (found?.passages ?? []).slice(0, limit)
    if (steps.by) steps.stage('Final', best)
    // The same score that is returned decides.
    const passages = best.filter(({ score }) => minimumScore === null || score >= minimumScore)
    return {
      terms: (found?.terms ?? []).map(({ term }) => term),
      passages: passages.map((one) => ({ ...passageOf(one), score: one.score })),
      coverage: found?.coverage ?? 0,
      ...(input.withSteps && {
        steps: await explained(actor, input, { ...searched, best, passages, steps }),
      }),
    }
  }

  async function explained(
    actor: Actor,
    { question, expectedPassageId, asUserId, ...input }: Asked,
    {
      scope,
      found,
      prompt,
      limit,
      best,
      passages,
      steps,
    }: Searched & { best: RankedPassage[]; passages: RankedPassage[]; steps: Steps },
  ): Promise<NonNullable<Answer<Debug>['steps']>> {
    const { explaining } = knowledge
    const isNamed = asUserId !== undefined
    const minimumScore = input.minimumScore ?? null
    const named = await explaining.namesOf(visibleTo(actor), scope.wantedIds)
    const words = wordsByTerm(question)
    const names = new Map(named.map(({ dataSourceId, name }) => [dataSourceId, name]))
    const expected =
      expectedPassageId === undefined
        ? null
        : await explainExpected(
            knowledge,
            // Only those who can read a passage outside of the search learn about it, and not in another person’s name.
            { passageId: expectedPassageId, question, words, othersVisible: isNamed ? [] : visibleTo(actor) },
            {
              scope,
              steps,
              foundIds: idsOf(best),
              returnedIds: idsOf(passages),
              minimumScore,
              prompt,
            },
          )
    return {
      searched: found?.searched ?? 0,
      unsearched: found?.unsearched ?? 0,
      terms: (steps.by?.terms ?? []).map((one) => ({ ...one, word: words.get(one.term) ?? one.term })),
      libraries: scope.wantedIds.map((dataSourceId) => ({
        dataSourceId,
        name: names.get(dataSourceId) ?? null,
        folders: [...(scope.folders.get(dataSourceId) ?? [])],
        isSearched: scope.dataSourceIds.includes(dataSourceId),
      })),
      stages: steps.stages.map(([stage, all]) => ({ stage, passages: all.length })),
      candidates: steps
        .candidates()
        .map((one) => ({ ...passageOf(one), scores: steps.scoresOf(one.passageId) })),
      limit,
      minimumScore,
      prompt: prompt && promptOf(prompt),
      expected,
    }
  }

  return { debugRetrieval }
}

const eitherOr = 'Give either libraries or a configuration.'

const idsOf = (passages: readonly RankedPassage[]) => new Set(passages.map(({ passageId }) => passageId))

function promptOf({ found: _, ...prompt }: PromptPreview) {
  return prompt
}
