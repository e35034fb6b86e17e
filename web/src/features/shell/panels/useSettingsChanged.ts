import { useTranslation } from 'react-i18next'
import { useObservable } from '../../../base/useObservable.ts'
import { differsFromDefaults, settings } from '../../../theme/settings.ts'

/** Whether anything is set otherwise than it would be by itself. */
export function useSettingsChanged(): boolean {
  const { i18n } = useTranslation()
  return differsFromDefaults(useObservable(settings), i18n.language)
}
