import { client } from '@parlance/contract/limits'
import { pageMeta } from '../../base/pageMeta.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { useFlags } from '../instance/data/api.ts'

/** The provider of the product, below the main area, if the instance shows it. */
export function Footer() {
  const t = frameTexts.useText()
  const flags = useFlags()
  if (!flags.has('ShowFooter')) return null
  return (
    <footer className="powered small m3">
      <span>{t('poweredBy', { name: pageMeta('provider') || client.provider })}</span>
    </footer>
  )
}
