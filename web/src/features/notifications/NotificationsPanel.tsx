import { Settings } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatTimeOrMoment } from '../../lang/format.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { Tooltip } from '../../ui/mui/Tooltip.tsx'
import { closeSidebar } from '../../ui/sidebar.ts'
import { Panel } from '../frame/Panel.tsx'
import { closePanel, openPanel } from '../frame/panels.ts'
import { type Notification, notificationsApi } from './data/api.ts'
import { notificationsTexts } from './lang/en.ts'
import { useNotificationText } from './notificationText.ts'
import './notifications.css'

/** The user's notifications, newest first. Opening one marks it as read. */
export function NotificationsPanel() {
  const t = notificationsTexts.useText()
  const ui = uiTexts.useText()
  const body = useRef<HTMLDivElement>(null)
  const [markRead] = notificationsApi.useMarkReadMutation()
  const query = notificationsApi.useListNotificationsInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const unread = data?.pages[0]?.unread ?? 0

  function markAll() {
    void markRead({})
    // The button disappears, so the focus moves to the list.
    body.current?.focus()
  }

  return (
    <Panel title={t('title')} wide actions={<Preferences />}>
      <div className="notifications" ref={body} tabIndex={-1}>
        {unread > 0 && (
          <button type="button" className="btn ghost sm" onClick={markAll}>
            {t('markAllRead')}
          </button>
        )}
        {error && <LoadError error={error} retry={() => void refetch()} />}
        {!data && !error && (
          <p className="m3 s13" role="status">
            {ui('loading')}
          </p>
        )}
        {data && items.length === 0 && <p className="m2">{t('empty')}</p>}
        {items.length > 0 && (
          <ul aria-label={t('title')}>
            {items.map((one) => (
              <Row key={one.notificationId} notification={one} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <button
            type="button"
            className="btn out sm"
            aria-disabled={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && void fetchNextPage()}
          >
            {isFetchingNextPage ? t('loadingMore') : t('more')}
          </button>
        )}
      </div>
    </Panel>
  )
}

function Row({ notification }: { notification: Notification }) {
  const t = notificationsTexts.useText()
  const textOf = useNotificationText()
  const [markRead] = notificationsApi.useMarkReadMutation()
  const { notificationId, path, createdAt, readAt } = notification
  return (
    <li>
      <Link
        to={path}
        className="notification"
        onClick={() => {
          if (readAt === null) void markRead({ notificationIds: [notificationId] })
          closePanel()
          closeSidebar()
        }}
      >
        {readAt === null && <span className="dot" role="img" aria-label={t('unread')} />}
        <span className="notification-text">{textOf(notification)}</span>
        <time className="small m3" dateTime={createdAt}>
          {formatTimeOrMoment(createdAt)}
        </time>
      </Link>
    </li>
  )
}

function Preferences() {
  const t = notificationsTexts.useText()
  return (
    <Tooltip title={t('preferences')}>
      <button
        type="button"
        className="ib"
        aria-label={t('preferences')}
        onClick={() => openPanel('settings', 'notifications')}
      >
        <Settings size={18} />
      </button>
    </Tooltip>
  )
}
