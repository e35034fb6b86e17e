import { z } from 'zod'
import { actions } from './actions.ts'
import { endpoint, id } from './endpoint.ts'
import { screenNames } from './screens.ts'

const isScreen = (name: string) => (screenNames as readonly string[]).includes(name)

/**
 * One link of the chain: what was looked at, and what came of it. `Gives` opens, `Blocks` closes whatever else gives,
 * `Nothing` does neither, `Unknown` could not be decided since the groups of the person are not known.
 */
export const ChainLink = z.object({
  kind: z.enum(['Account', 'Agent', 'Owner', 'Share', 'Action', 'Policy', 'Library', 'Screen', 'Flag']),
  outcome: z.enum(['Gives', 'Blocks', 'Nothing', 'Unknown']),
  /** Why, as a code that the client has a sentence for. */
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
  /** The policy, role, flag or share that it is about. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** The action that opens, or is missing. */
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
        /** Of the agent or the file library, or the page's name. */
        id: z.string().max(100),
      })
      .refine(({ kind, id: thing }) => (kind === 'Screen' ? isScreen(thing) : id.safeParse(thing).success), {
        path: ['id'],
        message: 'No object of this type has this ID.',
      }),
    response: z.object({
      allowed: z.boolean(),
      /** The link that decided. */
      decidedBy: ChainLink.nullable(),
      chain: z.array(ChainLink),
      person: z.object({ userId: id, name: z.string() }),
      /** Agents of other people's own are not named. */
      thing: z.object({ id: z.string(), name: z.string().nullable() }),
    }),
    purpose:
      'Explains whether and why a person can use an agent, view a file library, or open an administration page.',
  }),
}
