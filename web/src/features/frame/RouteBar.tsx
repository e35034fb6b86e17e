import { uiTexts } from '../../ui/uiTexts.ts'

/** The thin bar at the top while a page is being loaded. */
export function RouteBar() {
  const t = uiTexts.useText()
  return <div className="routebar" role="progressbar" aria-label={t('loading')} />
}
