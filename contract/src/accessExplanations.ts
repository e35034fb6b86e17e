import { z } from 'zod'
import { actions } from './actions.ts'
import { endpoint, id } from './endpoint.ts'
import { screenNames } from './screens.ts'

const isScreen = (name: string) => (screenNames as readonly string[]).includes(name)

/**
 * One link of the chain: what was checked, and the outcome. `Gives` grants access, `Blocks` denies it
 * regardless of other links, and `Nothing` does neither. `Unknown` couldn't be decided because the user's
 * groups are unknown.
 */
export const ChainLink = z.object({
  kind: z.enum(['Account', 'Agent', 'Owner', 'Share', 'Action', 'Policy', 'Library', 'Screen', 'Flag']),
  outcome: z.enum(['Gives', 'Blocks', 'Nothing', 'Unknown']),
  /** The reason, as a code that the client turns into a sentence. */
  reason: z.enum([
    'enabled',
    'disabled',
    'notPublished',
    'published',
    'owns',
    'doesNotOwn',
    'sharedWithPerson',
    'sharedWithGroup',
    'notShared',
    'ownerDisabled',
    'holdsAction',
    'lacksAction',
    'namesEveryone',
    'namesPerson',
    'namesGroup',
    'namesOthers',
    'groupsUnknown',
    'groupsOld',
    'otherAgents',
    'otherBrand',
    'policyOff',
    'notYetValid',
    'noLongerValid',
    'flagOn',
    'flagOff',
  ]),
  /** The policy, role, flag or share in question. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** The permission that grants access or is missing. */
  action: z.enum(actions).nullable(),
  /** The directory group that made the difference. */
  groupId: z.string().nullable(),
})

export const accessExplanations = {
  explain: endpoint({
    method: 'GET',
    path: '/api/internal/accessExplanations',
    access: [
      'UserRead',
      'UserWrite',
      'ChatAccessPoliciesRead',
      'ChatAccessPoliciesWrite',
      'UserRolePermissionsRead',
      'UserRolePermissionsWrite',
    ],
    rate: 'read',
    audit: 'none',
    input: z
      .strictObject({
        userId: id,
        kind: z.enum(['GptSystem', 'DataSource', 'Screen']),
        /** The ID of the agent or file library, or the page's name. */
        id: z.string().max(100),
      })
      .refine(({ kind, id: thing }) => (kind === 'Screen' ? isScreen(thing) : id.safeParse(thing).success), {
        path: ['id'],
        message: 'No object of this type has this ID.',
      }),
    response: z.object({
      allowed: z.boolean(),
      /** The deciding link. */
      decidedBy: ChainLink.nullable(),
      chain: z.array(ChainLink),
      person: z.object({ userId: id, name: z.string() }),
      /** `name` is null for other people's personal agents. */
      thing: z.object({ id: z.string(), name: z.string().nullable() }),
    }),
    purpose:
      'Explains whether and why a person can use an agent, view a file library, or open an administration page.',
  }),
}
