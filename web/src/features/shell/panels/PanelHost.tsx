import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import { useObservable } from '../../../ui/useObservable.ts'
import { RouteBar } from '../RouteBar.tsx'
import { panels } from './panels.ts'

const SettingsPanel = loadLater(async () => (await import('./SettingsPanel.tsx')).SettingsPanel, {
  over: true,
})
const AboutPanel = loadLater(async () => (await import('./AboutPanel.tsx')).AboutPanel, { over: true })

export function PanelHost() {
  const { open } = useObservable(panels)
  if (!open) return null
  return (
    <Suspense fallback={<RouteBar />}>{open === 'settings' ? <SettingsPanel /> : <AboutPanel />}</Suspense>
  )
}
