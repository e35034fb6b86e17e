import type { accessExplanations } from '@parlance/contract/accessExplanations'
import type { Action } from '@parlance/contract/actions'
import type { Input } from '@parlance/contract/endpoint'
import { type Screen, type ScreenName, screens } from '@parlance/contract/screens'
import type { Actor } from '../../platform/access/actor.ts'
import { type Rights, readRights } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { countUsable, listUsable, readFacts, readShareVerdict } from '../agents/index.ts'
import { readNaming, readVerdicts } from '../chatAccessPolicies/index.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { readSessionCount } from '../sessions/index.ts'
import { findEntityNames, type UserRoles } from '../userRoles/index.ts'
import type { User, Users } from '../users/index.ts'
import { actionLinks, type Link, link, policyLink, shareLink, verdictOf } from './chain.ts'

/** The maximum number of agents listed in a profile. */
const NAMED_AGENTS = 50

export interface Needs {
  users: Users
  userRoles: UserRoles
  instance: CurrentInstance
}

type Explained = { thing: { id: string; name: string | null }; chain: Link[]; allowed: boolean | null }

export function createService({ database }: Platform, { instance, users, userRoles }: Needs) {
  const { db } = database

  async function explain(actor: Actor, { userId, kind, id }: Input<typeof accessExplanations.explain>) {
    const user = await users.getUser(userId)
    const rights = await readRights(db, userId)
    const account = user.disabled
      ? link('Account', 'Blocks', 'disabled')
      : link('Account', 'Nothing', 'enabled')
    const explained =
      kind === 'GptSystem'
        ? await explainAgent(actor, user, rights, id)
        : kind === 'DataSource'
          ? await explainLibrary(actor, user, rights, id)
          : await explainScreen(user, rights, id as ScreenName)
    const chain = [account, ...explained.chain]
    const { allowed, decidedBy } = verdictOf(chain)
    // The explanation must match the actual access. A difference is a bug and is not reported as a reason.
    const enforced = explained.allowed === null ? allowed : explained.allowed && !user.disabled
    if (enforced !== allowed)
      throw new Error(`The explanation for ${kind} ${id} and user ${userId} contradicts the actual access.`)
    return { allowed, decidedBy, chain, person: { userId, name: user.name }, thing: explained.thing }
  }

  async function explainAgent(
    actor: Actor,
    user: User,
    rights: Rights,
    gptSystemId: string,
  ): Promise<Explained> {
    const person = { userId: user.userId, ...rights }
    const facts = await readFacts(db, gptSystemId, person)
    if (!facts) throw new AppError('agent.notFound')
    const verdicts = await readVerdicts(db, user.userId, gptSystemId)
    const chain = [
      facts.published ? link('Agent', 'Nothing', 'published') : link('Agent', 'Blocks', 'notPublished'),
      facts.ownerUserId === user.userId
        ? link('Owner', 'Gives', 'owns')
        : link('Owner', 'Nothing', 'doesNotOwn'),
      // Personal agents are shared, not managed through permissions.
      ...(facts.gptSystemType === 'User'
        ? [shareLink(await readShareVerdict(db, gptSystemId, user.userId), user.groupsState)]
        : await managementLinks(user, rights, gptSystemId)),
      ...verdicts.map((verdict) => policyLink(verdict, user.groupsState)),
    ]
    // The name of a personal agent is shown only to people who can use the agent.
    const isTold =
      facts.gptSystemType === 'System' || (await readFacts(db, gptSystemId, actor))?.usable === true
    const name = isTold ? facts.name : null
    return { thing: { id: gptSystemId, name }, chain, allowed: facts.usable }
  }

  async function managementLinks(user: User, rights: Rights, gptSystemId: string): Promise<Link[]> {
    return rightLinks(user, rights, ['GptSystemsWrite'], ['GptSystemsWriteSpecific'], gptSystemId)
  }

  /** Returns the permission for this object, or the roles that grant it for all objects. */
  async function rightLinks(
    user: User,
    rights: Rights,
    all: readonly [Action, ...Action[]],
    single: readonly Action[],
    entityId: string,
  ): Promise<Link[]> {
    const held = rights.specific.find((right) => right.entityId === entityId && single.includes(right.action))
    if (held) return [link('Action', 'Gives', 'holdsAction', { action: held.action })]
    return actionLinks(all, await userRoles.holdingsOf(user.userId), user.groupsState)
  }

  async function explainLibrary(
    actor: Actor,
    user: User,
    rights: Rights,
    dataSourceId: string,
  ): Promise<Explained> {
    const name = (await findEntityNames(db, actor, [dataSourceId])).get(dataSourceId)
    if (name === undefined) throw new AppError('dataSource.notFound')
    const chain = await rightLinks(
      user,
      rights,
      ['DataSourcesRead', 'DataSourcesWrite'],
      ['DataSourcesReadSpecific', 'DataSourcesWriteSpecific'],
      dataSourceId,
    )
    return { thing: { id: dataSourceId, name }, chain, allowed: null }
  }

  async function explainScreen(user: User, rights: Rights, screen: ScreenName): Promise<Explained> {
    const { actions, path, flag }: Screen = screens[screen]
    const held = rights.specific.find((right) => (actions as readonly Action[]).includes(right.action))
    const links = held
      ? [link('Action', 'Gives', 'holdsAction', { action: held.action })]
      : actionLinks(actions, await userRoles.holdingsOf(user.userId), user.groupsState)
    const flagLinks = flag
      ? [
          (await instance.read()).flags[flag]
            ? link('Flag', 'Nothing', 'flagOn', { id: flag, name: flag })
            : link('Flag', 'Blocks', 'flagOff', { id: flag, name: flag }),
        ]
      : []
    return { thing: { id: screen, name: path }, chain: [...flagLinks, ...links], allowed: null }
  }

  async function getProfile(actor: Actor, userId: string) {
    const user = await users.getUser(userId)
    const rights = await readRights(db, userId)
    const person = { userId, ...rights }
    const [roles, policies, agents, gptSystemCount, sessions, names] = await Promise.all([
      userRoles.holdingsOf(userId),
      readNaming(db, userId),
      listUsable(db, person, { search: '', after: null, limit: NAMED_AGENTS, systemOnly: true }),
      countUsable(db, person),
      readSessionCount(db, userId),
      findEntityNames(
        db,
        actor,
        rights.specific.map((right) => right.entityId),
      ),
    ])
    return {
      user,
      roles,
      specific: rights.specific.map((right) => ({ ...right, name: names.get(right.entityId) ?? null })),
      policies,
      // Personal agents, including shared ones, are counted but not listed.
      gptSystems: agents.map(({ gptSystemId, name }) => ({ gptSystemId, name })),
      gptSystemCount,
      sessions,
    }
  }

  return { explain, getProfile }
}
