import { removeAccount } from '../../directory/administration.ts'
import { inSlices, jobTime } from '../../platform/database/slices.ts'
import type { Platform } from '../../platform/platform.ts'
import { blank, lockToErase, markErased, readToErase } from './store.ts'

const PEOPLE_AT_ONCE = 100

/** Erases what is personal of people who were removed 30 days ago: whatever the features have registered. */
export function scheduleErasure(platform: Platform): void {
  const { clock, erasure, jobs } = platform
  erasure.add(
    {
      columns: [
        ...['app_user.name', 'app_user.user_name', 'app_user.email', 'app_user.group_ids'],
        // What analytics counted stays, but nothing says whose it was.
        'app_user.asker_id',
      ],
      erase: (tx, person) => blank(tx, person, clock.now()),
    },
    {
      columns: [
        'directory_user.object_id',
        'directory_user.user_name',
        'directory_user.display_name',
        'directory_user.email',
        'directory_user.password_hash',
        'directory_membership.user_id',
        'directory_password_link.object_id',
        'directory_password_link.token_hash',
        'directory_state.payload',
      ],
      erase: (tx, { objectId }) => removeAccount(tx, objectId),
    },
  )
  // The name is from when this job blanked names alone: a new one would leave the old one's schedule in the database.
  jobs.schedule('users.blankRemoved', '37 * * * *', () => eraseRemoved(platform))
}

async function eraseRemoved(platform: Platform): Promise<void> {
  const { clock, database, log } = platform
  const time = jobTime()
  let failure: unknown
  for (const userId of await readToErase(database.db, clock.now(), PEOPLE_AT_ONCE)) {
    try {
      if (!(await eraseOne(platform, userId, time))) return
    } catch (cause) {
      // It doesn't keep the others from being erased.
      log.error('users.eraseFailed', { userId }, cause)
      failure = cause
    }
  }
  if (failure) throw failure
}

/** False: the time was over before everything was erased. */
async function eraseOne(
  { clock, database, erasure, log }: Platform,
  userId: string,
  time: AbortSignal,
): Promise<boolean> {
  for (const holding of erasure.holdings) {
    const slice = () =>
      database.transaction(async (tx) => {
        const person = await lockToErase(tx, userId, clock.now())
        // Null: an invitation has taken the person back meanwhile.
        return person ? holding.erase(tx, person) : 0
      })
    if (!(await inSlices(slice, time))) return false
  }
  if (await markErased(database.db, userId, clock.now())) log.info('users.erased', { userId })
  return true
}
