import { currentUser } from '@parlance/contract/currentUser'
import { type AcceptGuidelines, guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { ofConsents } from './consents/personalDataStore.ts'
import { accept, createRegister } from './consents/service.ts'
import {
  type Applicable,
  heldInGuidelines,
  listAccepted,
  listApplicable,
  listOfChat,
} from './consents/store.ts'
import { createDocuments } from './documents/service.ts'
import { restoreGuidelines } from './restoring.ts'
import { createTemplates } from './templates/service.ts'

export { type AskedUnder, askedUnder, askedUnderOf } from './policy.ts'
export { insertStarterTemplates } from './templates/starterTemplates.ts'

export interface Guidelines {
  /** Returns the guidelines that apply to the actor’s chats with an agent, without their text. */
  ofChat(actor: Actor, gptSystemId: string): ReturnType<typeof listOfChat>
  /** The same with their text. Throws `agent.notFound` if they can’t chat with the agent. */
  listFor(actor: Actor, gptSystemId: string): Promise<Applicable[]>
  /** Accepts what the actor read, once. */
  accept(tx: Sql, actor: Actor, read: z.output<typeof AcceptGuidelines>): Promise<{ acceptedAt: string }>
}

/** Documents that people read and accept before they ask an agent something. */
export function guidelinesFeature(platform: Platform): Guidelines {
  const { db } = platform.database
  restoreGuidelines(platform.restorers)
  platform.erasure.add(...heldInGuidelines)
  platform.personalData.add(...ofConsents)

  async function listFor(actor: Actor, gptSystemId: string): Promise<Applicable[]> {
    const items = await listApplicable(db, actor, gptSystemId)
    if (!items) throw new AppError('agent.notFound')
    return items
  }

  serve(platform, guidelinesDocuments, {
    ...createDocuments(platform),
    ...createTemplates(platform),
    ...createRegister(platform),
  })
  const { listGuidelines, listConsents, acceptGuidelines } = currentUser
  serve(
    platform,
    { listGuidelines, listConsents, acceptGuidelines },
    {
      listGuidelines: async ({ actor, input }) => ({ items: await listFor(actor, input.gptSystemId) }),
      listConsents: async ({ actor }) => ({ guidelinesDocumentConsent: await listAccepted(db, actor) }),
      acceptGuidelines: (call) => call.change((tx) => accept(tx, call.actor, call.input)),
    },
  )
  return {
    ofChat: (actor, gptSystemId) => listOfChat(db, actor, gptSystemId),
    listFor,
    accept,
  }
}
