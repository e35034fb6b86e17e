import { CircleAlert, CircleCheck, CircleMinus, CircleX, Download, Printer, RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { formatExactMoment } from '../../../lang/format.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { complianceApi, type Evidence, type EvidenceItem } from '../data/complianceApi.ts'
import { useFoundText } from './evidenceText.ts'
import { complianceTexts } from './lang/en.ts'
import { StoredSettings } from './StoredSettings.tsx'

const icons = { Fulfilled: CircleCheck, Attention: CircleAlert, Failed: CircleX, NotRequired: CircleMinus }
const chips = { Fulfilled: 'chip ok', Attention: 'chip w', Failed: 'chip e', NotRequired: 'chip' } as const

/** What was just checked, to read, to print, and to save with its signature. */
export function EvidenceCard() {
  const t = complianceTexts.useText()
  const [check, { data, error, isLoading }] = complianceApi.useGetComplianceEvidenceMutation({
    fixedCacheKey: 'evidence',
  })
  useEffect(() => void check(), [check])
  return (
    <section className="card settings-card compliance-evidence" aria-label={t('evidence')}>
      <div className="row settings-actions">
        <h2 className="h4 grow">{t('evidence')}</h2>
        <div className="row settings-actions no-print">
          <button
            type="button"
            className="btn out sm"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void check()}
          >
            <RefreshCw size={16} />
            {t('checkAgain')}
          </button>
          {data && (
            <>
              <button type="button" className="btn out sm" onClick={() => save(data)}>
                <Download size={16} />
                {t('saveJson')}
              </button>
              <button type="button" className="btn out sm" onClick={() => window.print()}>
                <Printer size={16} />
                {t('print')}
              </button>
            </>
          )}
        </div>
      </div>
      <p className="s13 m2 no-print">{t('evidenceIntro')}</p>
      <p className="s13 m3" role="status">
        {isLoading && t('checking')}
        {data && !isLoading && t('checkedAt', { when: formatExactMoment(data.checkedAt) })}
      </p>
      {error && !isLoading ? <LoadError error={error} retry={() => void check()} /> : null}
      {data && (
        <>
          <p className="s13 m3 wrap">
            {t('checkedInstance', {
              name: data.instanceName,
              origin: data.origin,
              version: data.productVersion,
            })}
          </p>
          <p className="s13">
            <StoredSettings settings={data} />
          </p>
          <ul className="evidence-list">
            {data.items.map((one) => (
              <Row key={one.item} of={one} />
            ))}
          </ul>
          <p className="small m3 wrap">
            {t('signedWith')}{' '}
            <bdi className="mono" dir="ltr">
              {data.publicKey}
            </bdi>
          </p>
        </>
      )}
    </section>
  )
}

function Row({ of }: { of: EvidenceItem }) {
  const t = complianceTexts.useText()
  const found = useFoundText()
  const Icon = icons[of.state]
  return (
    <li data-item={of.item} data-state={of.state}>
      <Icon size={18} aria-hidden />
      <div className="grow">
        <div className="row evidence-head">
          <h3 className="switch-label grow">{t(`item.${of.item}`)}</h3>
          <span className={chips[of.state]}>{t(`state.${of.state}`)}</span>
        </div>
        <p className="s13">{found(of)}</p>
        <p className="s13 m3">{t(`shownBy.${of.item}`)}</p>
      </div>
    </li>
  )
}

const save = (evidence: Evidence) =>
  saveFile(
    new Blob([JSON.stringify(evidence, null, 2), '\n'], { type: 'application/json' }),
    `compliance-evidence-${evidence.checkedAt.slice(0, 10)}.json`,
  )
