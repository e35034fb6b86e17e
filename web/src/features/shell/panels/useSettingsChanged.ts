import { useTranslation } from 'react-i18next'
import { useObservable } from '../../../base/useObservable.ts'
import { differsFromDefaults, settings } from '../../../theme/settings.ts'

/** Whether any setting differs from its default. */
export function useSettingsChanged(): boolean {
  const { i18n } = useTranslation()
  return differsFromDefaults(useObservable(settings), i18n.language)
}
