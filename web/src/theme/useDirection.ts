import { useTranslation } from 'react-i18next'
import { type Direction, directionOf } from '../base/direction.ts'
import { useObservable } from '../base/useObservable.ts'
import { settings } from './settings.ts'

/** The page's direction: the one chosen in the settings, else that of the language. */
export function useDirection(): Direction {
  const { i18n } = useTranslation()
  const { themeDirection } = useObservable(settings)
  return themeDirection ?? directionOf(i18n.language)
}
