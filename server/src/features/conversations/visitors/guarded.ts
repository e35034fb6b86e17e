import type { ErrorCode } from '@parlance/contract/errors'
import type { Visit } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PublicPages } from '../../agents/index.ts'
import { countRefusal } from '../../usage/index.ts'

type VisitorCall = Pick<Call, 'actor'>

const byBudget: readonly ErrorCode[] = [
  'publicChat.budget',
  'publicChat.visitorLimit',
  'publicChat.networkLimit',
]

export function visitOf({ actor: { visit } }: VisitorCall): Visit {
  if (!visit) throw new Error('Only visitors can call this.')
  return visit
}

/** Refuses the calls of visitors while public pages are turned off, and counts what the budgets refuse. */
export function guarded<H extends object>(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  pages: PublicPages,
  handlers: H,
): H {
  async function refused(visit: Visit, cause: unknown): Promise<void> {
    if (!(cause instanceof AppError) || !byBudget.includes(cause.code) || visit.testedBy) return
    await countRefusal(database.db, visit.gptSystemId).catch((error: unknown) =>
      log.warn('publicPages.refusalNotCounted', {}, error),
    )
  }
  const each = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (call: VisitorCall) => {
      if (!visitOf(call).isOn || !(await pages.isOn())) throw new AppError('publicChat.unavailable')
      try {
        return await (handler as (call: VisitorCall) => Promise<unknown>)(call)
      } catch (cause) {
        await refused(visitOf(call), cause)
        // Visitors have only one agent, and the reason why it doesn't answer is its owner's business.
        if (cause instanceof AppError && cause.code === 'agent.notFound')
          throw new AppError('publicChat.unavailable', { cause })
        throw cause
      }
    },
  ])
  return Object.fromEntries(each) as H
}
