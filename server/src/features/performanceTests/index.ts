import { injectionTests as injections } from '@parlance/contract/injectionTests'
import { performanceTests as contract } from '@parlance/contract/performanceTests'
import { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import type { Engines } from '../../engines/registry.ts'
import { inSlices } from '../../platform/database/slices.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TestAnswers } from '../conversations/index.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import { createCandidates } from './cases/candidates.ts'
import { createCasesService } from './cases/service.ts'
import { createGeneratingService } from './generating/service.ts'
import { createInjecting } from './injections/injecting.ts'
import { createInjectionsService } from './injections/service.ts'
import { createJudges } from './judging/judge.ts'
import { createChecking, createComparing } from './judging/judging.ts'
import { createJudgingService } from './judging/service.ts'
import { createAlerts } from './monitoring/alerts.ts'
import { scheduleSampling } from './monitoring/sampling.ts'
import { scheduleRuns } from './monitoring/schedule.ts'
import { createMonitoringService } from './monitoring/service.ts'
import { createAsking } from './runs/asking.ts'
import { createRunner, type Runner } from './runs/runner.ts'
import { createRunsService } from './runs/service.ts'
import { createTestsService } from './service.ts'
import { removeOldTests } from './store.ts'

interface Needs {
  engines: Engines
  answers: TestAnswers
  instance: CurrentInstance
  knowledge: Pick<Knowledge, 'reading'>
}

/** Tests of agents: what they have to answer, and what their versions did answer. */
export function performanceTestsFeature(
  platform: Platform,
  { engines, answers, instance, knowledge }: Needs,
): Pick<Runner, 'start' | 'stop'> {
  const { database, jobs } = platform
  const judges = createJudges(engines, answers)
  const works = {
    Cases: createAsking(platform, { answers, judges }),
    Injection: createInjecting(platform, answers),
    Pairs: createComparing(platform, judges),
    Ratings: createChecking(platform, judges),
  }
  const runner = createRunner(platform, works, createAlerts(platform))
  scheduleRuns(platform, runner)
  scheduleSampling(platform, { instance, judges })
  jobs.schedule('performanceTests.remove', '43 4 * * *', async () => {
    await inSlices(() => database.transaction(removeOldTests))
  })
  const { expectPassage, ...cases } = createCasesService(
    platform,
    createCandidates({ ...platform, instance }),
  )
  serve(platform, { expectPassage: retrievalDebugger.expectPassage }, { expectPassage })
  serve(platform, contract, {
    ...createTestsService(platform, engines),
    ...cases,
    ...createGeneratingService(platform, { engines, answers, knowledge }),
    ...createRunsService(platform, { engines, runner }),
    ...createJudgingService(platform, { instance, runner }),
    ...createMonitoringService(platform, { instance }),
  })
  serve(platform, injections, createInjectionsService(platform, { engines, runner }))
  return runner
}
