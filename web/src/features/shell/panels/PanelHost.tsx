import { Suspense } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { panels } from '../../frame/panels.ts'
import { RouteBar } from '../../frame/RouteBar.tsx'

const SettingsPanel = loadLater(async () => (await import('./SettingsPanel.tsx')).SettingsPanel, {
  over: true,
})
const AboutPanel = loadLater(async () => (await import('./AboutPanel.tsx')).AboutPanel, { over: true })

const NotificationsPanel = loadLater(
  async () => (await import('../../notifications/NotificationsPanel.tsx')).NotificationsPanel,
  { over: true },
)
const parts = { settings: SettingsPanel, about: AboutPanel, notifications: NotificationsPanel }

export function PanelHost() {
  const { open } = useObservable(panels)
  if (!open) return null
  const Part = parts[open]
  return (
    <Suspense fallback={<RouteBar />}>
      <Part />
    </Suspense>
  )
}
