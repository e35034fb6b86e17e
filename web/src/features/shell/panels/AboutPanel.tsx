import { client } from '@parlance/contract/limits'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { pageMeta } from '../../../base/pageMeta.ts'
import { formatMoment } from '../../../lang/format.ts'
import { Logo } from '../../../ui/Logo.tsx'
import { Tooltip } from '../../../ui/mui/Tooltip.tsx'
import { frameTexts } from '../../frame/lang/en.ts'
import { Panel } from '../../frame/Panel.tsx'
import { useProductName } from '../../frame/useProductName.ts'
import { type About, instanceApi } from '../../instance/data/api.ts'

/** The version, whether page and server match, and what is new. */
export function AboutPanel() {
  const t = frameTexts.useText()
  const name = useProductName()
  const { data } = instanceApi.useGetAboutQuery()
  return (
    <Panel title={t('about')}>
      <div className="row">
        <Logo size={32} />
        <strong className="h3">
          <bdi>{name}</bdi>
        </strong>
      </div>
      <div className="about-facts">
        <div className="row about-version">
          <Tooltip
            title={<Details about={data} />}
            enterTouchDelay={0}
            placement="bottom-start"
            describeChild
          >
            <button type="button">{t('version', { version: client.version })}</button>
          </Tooltip>
          {data?.version && data.version !== client.version && <Mismatch api={data.version} />}
        </div>
      </div>
      <a className="row" href={releaseNotes()} target="_blank" rel="noopener noreferrer">
        {t('releaseNotes')}
        <ExternalLink size={14} className="flip" />
      </a>
    </Panel>
  )
}

/** The release notes shipped with the product, unless the instance sets another URL. */
const releaseNotes = (): string => pageMeta('release-notes') || '/release-notes'

function Mismatch({ api }: { api: string }) {
  const t = frameTexts.useText()
  const text = t('versionMismatch', { client: client.version, api })
  return (
    <Tooltip title={text} enterTouchDelay={0}>
      <button type="button" className="ib sm about-warning" aria-label={text}>
        <TriangleAlert size={16} />
      </button>
    </Tooltip>
  )
}

function Details({ about }: { about: About | undefined }) {
  const t = frameTexts.useText()
  const { version, buildId, commitHash, timestamp } = about ?? {}
  const facts = [
    [t('versionName'), version],
    [t('buildId'), buildId],
    [t('commitHash'), commitHash],
    [t('timestamp'), timestamp && formatMoment(timestamp)],
  ] as const
  return (
    <dl className="about-details">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value || t('notAvailable')}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
