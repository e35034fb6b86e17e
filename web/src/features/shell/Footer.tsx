import { client } from '@parlance/contract/limits'
import { pageMeta } from '../../base/pageMeta.ts'
import { frameTexts } from '../frame/frameTexts.ts'
import { useFlags } from '../instance/data/api.ts'

/** Under the main area: who provides the product, where the instance wants it said. */
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
