import { CircleAlert } from 'lucide-react'
import { errorText } from '../../ui/errorText.ts'
import { usersApi } from './data/api.ts'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'
import { PasswordLink } from './PasswordLink.tsx'

/** Creates another link to set the password, for someone whose first link expired or who forgot the password. */
export function PasswordPanel({ userId }: { userId: string }) {
  const t = usersTexts.useText()
  const [create, { data, isLoading, error }] = usersApi.useCreatePasswordLinkMutation()
  return (
    <Panel
      title={t('password')}
      action={
        <button
          type="button"
          className="btn out sm"
          aria-disabled={isLoading}
          onClick={() => !isLoading && void create({ userId })}
        >
          {t('createLink')}
        </button>
      }
    >
      {Boolean(error) && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      {data ? (
        <PasswordLink key={data.passwordLink} link={data.passwordLink} />
      ) : (
        <p className="m2 s13">{t('passwordHint')}</p>
      )}
    </Panel>
  )
}
