import { problemOf } from '../../session/http.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { useFeltWait } from '../../ui/admin/useFeltWait.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { flagsOn, instanceApi } from '../instance/data/api.ts'
import { instanceSettingsApi, pageFlag } from './data/api.ts'
import { SettingsEditor } from './SettingsEditor.tsx'
import { SwitchedOff } from './SwitchedOff.tsx'
import './instanceSettings.css'
import { useScreenTitle } from '../frame/screens.ts'

const rows = [40, 72, 54, 66, 48]

/** /admin/instanceSettings: the settings of the whole instance. */
export function InstanceSettingsPage() {
  const titleOf = useScreenTitle()
  const flags = instanceApi.useListFeatureFlagsQuery()
  const isOff = flags.data !== undefined && !flagsOn(flags.data).has(pageFlag)
  const { data, error, refetch } = instanceSettingsApi.useGetInstanceSettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    skip: flags.isLoading || isOff,
  })
  usePageTitle(titleOf('instanceSettings'))
  // Someone else can have turned it off since the flags were loaded.
  if (isOff || problemOf(error)?.code === 'instanceSettings.off') return <SwitchedOff />
  if (data) return <SettingsEditor settings={data} />
  return (
    <div className="page">
      <PageHead title={titleOf('instanceSettings')} />
      <div className="page-body">
        {error ? <LoadError error={error} retry={() => void refetch()} /> : <Skeleton />}
      </div>
    </div>
  )
}

function Skeleton() {
  const common = uiTexts.useText()
  if (!useFeltWait()) return null
  return (
    <div className="settings-list" role="status" aria-label={common('loading')}>
      {rows.map((percent) => (
        <span key={percent} className="sk" style={{ inlineSize: `${percent}%` }} />
      ))}
    </div>
  )
}
