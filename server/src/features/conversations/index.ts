import { conversations } from '@parlance/contract/conversations'
import type { Engines } from '../../engines/registry.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import type { Attachments } from '../attachments/index.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { Usage } from '../usage/index.ts'
import { createAnswering } from './answering/answering.ts'
import { createAsking } from './asking.ts'
import { createCitedSources } from './citedSources.ts'
import { createExecutions } from './details/executions.ts'
import { createDetailsService } from './details/service.ts'
import { createConversationsService } from './service.ts'
import { finishSegment, insertSummary, lacksTitle, storeMadeTitle } from './store.ts'
import { createTitling } from './titles/titling.ts'

export interface Conversations {
  /** Ends what is done beside answers: details that wait to be stored, and titles. */
  stop(): Promise<void>
}

export interface ConversationsNeeds {
  agents: Agents
  attachments: Attachments
  engines: Engines
  instance: CurrentInstance
  knowledge: Knowledge
  usage: Usage
}

/** People's conversations with agents: questions are stored first, answers as they come. */
export function conversationsFeature(platform: Platform, needs: ConversationsNeeds): Conversations {
  const { agents, attachments, engines, instance, knowledge, usage } = needs
  const { database, log, runs } = platform
  const { db } = database
  const executions = createExecutions(database, log)
  const titling = createTitling({
    log,
    engines,
    lacksTitle: (conversationId) => lacksTitle(db, conversationId),
    store: (...title) => storeMadeTitle(db, ...title),
  })
  const answer = createAnswering({
    log,
    engines,
    isFileSearchOn: () => instance.isToolOn('FileSearch'),
    executions,
    knowledge,
    attachments,
    attachedTo: (segmentIds) => attachments.ofSegments(db, segmentIds),
    keepSummary: (segmentId, summary) => insertSummary(db, segmentId, summary),
  })
  const sources = { db, agents, attachments, knowledge }
  serve(platform, conversations, {
    ...createConversationsService(platform, { attachments }),
    ...createAsking(platform, { agents, attachments, answer, executions, titling, usage }),
    ...createCitedSources(sources),
    ...createDetailsService({ ...sources, executions }),
  })
  runs.onEnd((ended) => finishSegment(ended, executions.atEnd(ended.subjectId, ended.status)))
  return {
    async stop() {
      executions.stop()
      await titling.stop()
    },
  }
}
