import { z } from 'zod'
import { LanguageEngine } from './agentConfiguration.ts'
import { endpoint, id, timestamp } from './endpoint.ts'
import { KeyedEngine, KeyTest } from './instanceSettings.ts'

/**
 * `Optional`: can stay as it is. `Warning`: works, but can cause problems later. `Wrong`: doesn't work.
 * `Unknown`: couldn't be checked.
 */
export const checklistStates = ['Done', 'Open', 'Optional', 'Warning', 'Wrong', 'Unknown'] as const
/** The result of requesting the public origin from the server. */
export const originReaches = [
  'ThisComputer',
  'Answers',
  'OtherAnswers',
  'NotTrusted',
  'Unreachable',
  'TimedOut',
] as const

const count = z.number().int()

/** An item with its findings. Null if it couldn't be checked. */
const found = <const I extends string, F extends z.ZodObject>(item: I, facts: F) =>
  z.object({ item: z.literal(item), state: z.enum(checklistStates), facts: facts.nullable() })

export const ChecklistEntry = z.discriminatedUnion('item', [
  found('Name', z.object({ name: z.string() })),
  found('Brand', z.object({ changed: z.boolean() })),
  found(
    'ProviderKey',
    z.object({
      keys: z.array(z.object({ languageEngine: KeyedEngine, lastTest: KeyTest.nullable() })),
    }),
  ),
  found(
    'DefaultDeployment',
    z.object({
      /** Without a provider, there is nothing to choose from. */
      hasProvider: z.boolean(),
      chosen: z
        .object({
          languageEngine: LanguageEngine,
          deploymentName: z.string(),
          /**
           * `Gone`: no longer in the provider's list. `NotKnown`: no provider with an API key offers it for
           * chats.
           */
          state: z.enum(['There', 'Gone', 'NotKnown']),
        })
        .nullable(),
    }),
  ),
  found('FirstAgent', z.object({ published: count })),
  found(
    'WhoMayUse',
    z.object({
      published: count,
      /** How many of them an active policy grants to anyone. */
      usable: count,
      /** An agent that no one can use. */
      unused: z.object({ gptSystemId: id, name: z.string() }).nullable(),
    }),
  ),
  found('PublicOrigin', z.object({ origin: z.string(), reach: z.enum(originReaches) })),
  found(
    'Durability',
    z.object({
      /** PGlite is the fallback where the embedded PostgreSQL doesn't run. */
      database: z.enum(['PGlite', 'PostgreSQL']),
      /** Settings of the database server that are turned off. */
      off: z.array(z.string()),
      /** Only this computer can reach the instance. */
      demo: z.boolean(),
    }),
  ),
  found(
    'LastBackup',
    z.object({
      at: timestamp.nullable(),
      /** Whole days since the last backup. Null if there is none. */
      days: count.nullable(),
      /** Files that were missing or differed from their upload. */
      unsound: count,
    }),
  ),
  found('DirectoryGroups', z.object({ people: count, unknown: count })),
  found('FirstPassword', z.object({ userName: z.string(), set: z.boolean() })),
])

/** The current setup status of a new instance. */
export const checklist = {
  get: endpoint({
    method: 'GET',
    path: '/api/internal/instanceSettings/checklist',
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(ChecklistEntry) }),
    purpose:
      'Checks which setup steps of the instance are done and which are left. Steps that don’t apply are left out.',
  }),
}
