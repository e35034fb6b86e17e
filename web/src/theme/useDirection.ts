import { useTranslation } from 'react-i18next'
import { type Direction, directionOf } from '../base/direction.ts'
import { useObservable } from '../base/useObservable.ts'
import { settings } from './settings.ts'

/** Returns the page's direction: the one chosen in the settings, or the language's own. */
export function useDirection(): Direction {
  const { i18n } = useTranslation()
  const { themeDirection } = useObservable(settings)
  return themeDirection ?? directionOf(i18n.language)
}
