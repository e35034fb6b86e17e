import { removeAccount } from '../../directory/administration.ts'
import type { Platform } from '../../platform/platform.ts'
import { profile } from './personalDataStore.ts'
import { blank } from './store.ts'

/** What of a person's own row and account is erased. `features/personalData` erases whatever all features register. */
export function registerErasure({ clock, erasure, personalData }: Platform): void {
  personalData.add(profile)
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
}
