import { z } from 'zod'
import { LanguageEngine } from './agentConfiguration.ts'
import { endpoint, id, timestamp } from './endpoint.ts'
import { KeyedEngine, KeyTest } from './instanceSettings.ts'

/**
 * `Optional`: it may stay as it is. `Warning`: it works, and may cost something one day. `Wrong`: it does not work.
 * `Unknown`: it could not be checked.
 */
export const checklistStates = ['Done', 'Open', 'Optional', 'Warning', 'Wrong', 'Unknown'] as const
/** What came of asking the public origin from the server. */
export const originReaches = [
  'ThisComputer',
  'Answers',
  'OtherAnswers',
  'NotTrusted',
  'Unreachable',
  'TimedOut',
] as const

const count = z.number().int()

/** An item with what was found; null where it could not be checked. */
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
      /** Without a provider there is nothing to choose from. */
      hasProvider: z.boolean(),
      chosen: z
        .object({
          languageEngine: LanguageEngine,
          deploymentName: z.string(),
          /** `Gone`: the provider's list names it no more. `NotKnown`: no provider with a key has it for chats. */
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
      /** How many of them a policy that holds gives to somebody. */
      usable: count,
      /** One that nobody may use. */
      unused: z.object({ gptSystemId: id, name: z.string() }).nullable(),
    }),
  ),
  found('PublicOrigin', z.object({ origin: z.string(), reach: z.enum(originReaches) })),
  found(
    'Durability',
    z.object({
      database: z.enum(['Embedded', 'PostgreSQL']),
      /** Settings of the database server that are off. */
      off: z.array(z.string()),
      /** Nobody but this computer can reach the installation. */
      demo: z.boolean(),
    }),
  ),
  found(
    'LastBackup',
    z.object({
      at: timestamp.nullable(),
      /** How many whole days ago; null where there is none. */
      days: count.nullable(),
      /** Files whose bytes were missing or others than those that were uploaded. */
      unsound: count,
    }),
  ),
  found('DirectoryGroups', z.object({ people: count, unknown: count })),
  found('FirstPassword', z.object({ userName: z.string(), set: z.boolean() })),
])

/** What a new installation needs, as it stands now. */
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
