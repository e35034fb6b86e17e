import { connectSender } from '../../../session/http.ts'
import { createVisit, type Visit } from './visit.ts'

const visits = new Map<string, Visit>()

/** Returns this page's visit to a public page, in whose session all calls are made from now on. */
export function visitOf(gptPublicEndpoint: string): Visit {
  const known = visits.get(gptPublicEndpoint)
  const visit = known ?? createVisit(gptPublicEndpoint)
  if (!known) visits.set(gptPublicEndpoint, visit)
  connectSender(visit.send)
  return visit
}

/** Forgets all visits, as a reload does. For tests. */
export const forgetVisits = (): void => visits.clear()
