import { uiTexts } from '../../ui/lang/en.ts'

/** The progress bar at the top while a page loads. */
export function RouteBar() {
  const t = uiTexts.useText()
  return <div className="routebar" role="progressbar" aria-label={t('loading')} />
}
