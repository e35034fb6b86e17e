import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../ui/admin/formState.ts'
import type { UsersText } from './lang/en.ts'

export interface PersonValues {
  name: string
  email: string
}

export const personOf = ({ name, email }: { name: string; email: string | null }): PersonValues => ({
  name,
  email: email ?? '',
})

/** An empty email address is sent as none. */
export const personInput = ({ name, email }: PersonValues) => ({
  name: name.trim(),
  email: email.trim() === '' ? null : email.trim(),
})

export function personErrors({ name, email }: PersonValues, t: UsersText): Errors {
  const length = [...name.trim()].length
  return {
    ...(length === 0 ? { name: t('nameRequired') } : {}),
    ...(length > limits.userFullName ? { name: t('nameTooLong', { max: limits.userFullName }) } : {}),
    // A rough check is enough here, because the server validates the full syntax.
    ...(email.trim() === '' || /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email.trim())
      ? {}
      : { email: t('emailInvalid') }),
  }
}
