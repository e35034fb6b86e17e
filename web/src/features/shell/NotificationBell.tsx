import { limits } from '@parlance/contract/limits'
import { Bell } from 'lucide-react'
import { formatNumber } from '../../lang/format.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { openPanel } from '../frame/panels.ts'
import { useUnread } from '../notifications/data/api.ts'

/** Opens the notifications. Its badge and its name count the unread ones. */
export function NotificationBell() {
  const t = frameTexts.useText()
  const count = useUnread()
  const unread =
    count < limits.unreadNotifications ? formatNumber(count) : t('manyUnread', { count: count - 1 })
  return (
    <button
      type="button"
      className="ib"
      aria-label={count > 0 ? t('notificationsUnread', { unread }) : t('notifications')}
      aria-haspopup="dialog"
      onClick={() => openPanel('notifications')}
    >
      <span className="badged">
        <Bell size={18} />
        {count > 0 && (
          <span className="unread num" aria-hidden="true">
            {unread}
          </span>
        )}
      </span>
    </button>
  )
}
