import { LogOut, MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import type { SessionRow } from './data/api.ts'
import { deviceOf } from './device.ts'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'

interface Props {
  query: { data?: SessionRow[] | undefined; error?: unknown; refetch: () => unknown }
  /** Ends all sessions, or all except this one. */
  endAll?: { label: string; act: () => void } | undefined
  /** Ends a session. Undefined if that isn't possible here. */
  end?: (session: SessionRow) => void
  children?: ReactNode
}

/** The sessions in which a user is signed in. */
export function SessionsPanel({ query, endAll, end, children }: Props) {
  const t = usersTexts.useText()
  const { data, error, refetch } = query
  if (error) return <LoadError error={error} retry={refetch} />
  return (
    <Panel
      title={t('sessions')}
      action={
        endAll && (
          <button type="button" className="btn out sm" onClick={endAll.act}>
            <LogOut size={14} className="flip" />
            {endAll.label}
          </button>
        )
      }
    >
      <ul className="user-list" aria-label={t('sessions')} aria-busy={!data}>
        {data?.map((session) => (
          <Session key={session.sessionId} session={session} end={end} />
        ))}
      </ul>
      {data?.length === 0 && <p className="hint">{t('noSessions')}</p>}
      {children}
    </Panel>
  )
}

function Session({ session, end }: { session: SessionRow; end: Props['end'] }) {
  const t = usersTexts.useText()
  const { userAgent, createdAt, lastSeenAt, current } = session
  const device = deviceOf(userAgent) ?? t('unknownDevice')
  return (
    <li className="row">
      <MonitorSmartphone size={16} className="m3" />
      <span className="grow s13">
        <bdi title={userAgent ?? undefined}>{device}</bdi>{' '}
        {current && <span className="chip p user-mark">{t('thisSession')}</span>}
        <span className="small m3 num user-by">
          {t('sessionTimes', { began: formatMoment(createdAt), seen: formatMoment(lastSeenAt) })}
        </span>
      </span>
      {end && !current && (
        <button
          type="button"
          className="btn out sm"
          aria-label={t('endSession', { device, began: formatMoment(createdAt) })}
          onClick={() => end(session)}
        >
          {t('end')}
        </button>
      )}
    </li>
  )
}
