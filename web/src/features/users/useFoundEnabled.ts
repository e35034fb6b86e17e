import { UserRound } from 'lucide-react'
import type { Findable, Found } from '../../ui/admin/fields/Finder.tsx'
import { usersApi } from './data/api.ts'

/** Searches by name for people who can sign in. */
export function useFoundEnabled(search: string | null): Found<Findable> {
  const { data, isFetching, error } = usersApi.useFindUsersQuery(search ?? '', { skip: search === null })
  return {
    items: (data?.items ?? []).map(({ userId, name, userName }) => ({
      key: userId,
      name,
      note: userName,
      Icon: UserRound,
    })),
    searching: isFetching,
    error,
  }
}
