import { client } from '@parlance/contract/limits'
import { pageMeta } from '../../pageMeta.ts'
import { useFlags } from '../instance/api.ts'
import { shellTexts } from './shellTexts.ts'

/** Under the main area: who provides the product, where the instance wants it said. */
export function Footer() {
  const t = shellTexts.useText()
  const flags = useFlags()
  if (!flags.has('ShowFooter')) return null
  return (
    <footer className="powered small m3">
      <span>{t('poweredBy', { name: pageMeta('provider') || client.provider })}</span>
    </footer>
  )
}
