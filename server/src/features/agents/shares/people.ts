import type { currentUser } from '@parlance/contract/currentUser'
import { limits } from '@parlance/contract/limits'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import * as store from './store.ts'

/** The people and groups that users can share with. */
export const createPeople = (
  { config, database }: Pick<Platform, 'config' | 'database'>,
  instance: CurrentInstance,
) => ({
  async findPeople({ actor, input }: Call<typeof currentUser.findPeople>) {
    if (!(await instance.isFeatureOn('AllowUserCreatedGptSystems'))) throw new AppError('agent.personalOff')
    const { peopleSearch } = await instance.read()
    const items = await store.findByName(database.db, actor, {
      search: input.search,
      all: peopleSearch === 'All',
      embedded: config.directory.embedded,
      limit: limits.foundPeople,
    })
    return { items }
  },
})
