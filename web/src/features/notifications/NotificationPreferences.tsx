import { useEffect, useId, useRef } from 'react'
import { languageNames, languages } from '../../lang/i18n.ts'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { Choice } from '../frame/Choice.tsx'
import { panels } from '../frame/panels.ts'
import { notificationsApi, type Preferences } from './data/api.ts'
import { notificationsTexts } from './lang/en.ts'
import './notifications.css'

type Preference = Preferences['items'][number]

/** Which notifications the user gets, and which of them by email too. Every change is saved immediately. */
export function NotificationPreferences() {
  const t = notificationsTexts.useText()
  const ui = uiTexts.useText()
  const id = useId()
  const { data, error, refetch } = notificationsApi.useGetNotificationPreferencesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded || panels.read().section !== 'notifications') return
    heading.current?.focus()
    // The focus alone shows only the heading, at the bottom.
    heading.current?.scrollIntoView()
  }, [isLoaded])
  const [update, { error: refused }] = notificationsApi.useUpdateNotificationPreferencesMutation()
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <p className="m3 s13" role="status">
        {ui('loading')}
      </p>
    )
  const { items, language, emailAddress } = data
  return (
    <section className="notification-preferences" aria-labelledby={id}>
      <h3 className="h4" id={id} ref={heading} tabIndex={-1}>
        {t('title')}
      </h3>
      <p className="hint">{t('stored')}</p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('listed')}</th>
            {emailAddress !== null && <th scope="col">{t('emailed')}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <KindRow
              key={item.kind}
              item={item}
              email={emailAddress !== null}
              change={(changed) => void update({ items: [changed], language })}
            />
          ))}
        </tbody>
      </table>
      <p className="hint">{emailAddress === null ? t('noEmail') : t('emailTo', { address: emailAddress })}</p>
      {emailAddress !== null && (
        <Choice
          label={t('language')}
          value={language}
          options={languages.map((value) => ({ value, text: languageNames[value], lang: value }))}
          choose={(chosen) => void update({ items: [], language: chosen })}
        />
      )}
      {Boolean(refused) && (
        <p className="strip e" role="alert">
          {errorText(refused)}
        </p>
      )}
    </section>
  )
}

interface RowProps {
  item: Preference
  email: boolean
  change: (item: Preference) => void
}

function KindRow({ item, email, change }: RowProps) {
  const t = notificationsTexts.useText()
  const kind = t(`kind.${item.kind}`)
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td>
        <input
          type="checkbox"
          aria-label={t('listedOf', { kind })}
          checked={item.listed}
          onChange={(event) => change({ ...item, listed: event.target.checked })}
        />
      </td>
      {email && (
        <td>
          <input
            type="checkbox"
            aria-label={t('emailedOf', { kind })}
            checked={item.emailed}
            onChange={(event) => change({ ...item, emailed: event.target.checked })}
          />
        </td>
      )}
    </tr>
  )
}
