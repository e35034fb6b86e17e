import { PageHead } from '../../ui/admin/PageHead.tsx'
import { errorText } from '../../ui/errorText.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { screenTitle } from '../frame/screens.ts'
import { instanceSettingsApi, pageFlag } from './data/api.ts'
import { instanceSettingsTexts } from './lang/en.ts'

/**
 * Shown if the page is hidden. Users who can change the settings can show it again, but see nothing else of it.
 */
export function SwitchedOff() {
  const t = instanceSettingsTexts.useText()
  const { held } = useActions()
  const [setFlag, { isLoading, error }] = instanceSettingsApi.useUpdateFeatureFlagMutation()
  const show = () => void setFlag({ name: pageFlag, enabled: true })
  return (
    <div className="page">
      <PageHead title={screenTitle('instanceSettings')} intro={t('offIntro')} />
      <div className="page-body settings-list">
        {held.has('InstanceSettingsWrite') && (
          <div>
            <button
              type="button"
              className="btn pri"
              aria-disabled={isLoading}
              onClick={() => !isLoading && show()}
            >
              {t('offShow')}
            </button>
          </div>
        )}
        {error && (
          <p className="strip e" role="alert">
            {errorText(error)}
          </p>
        )}
      </div>
    </div>
  )
}
