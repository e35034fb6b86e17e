import { useId } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import type { InjectionReport, InjectionShare } from '../data/injectionsApi.ts'
import { percentText } from '../scoreText.ts'
import { injectionTexts } from './lang/en.ts'
import '../../../ui/admin/list.css'

/** What a run came to by place and technique. Without a language model, only what got out. */
export function InjectionTables({ report: { carriers, techniques, whole } }: { report: InjectionReport }) {
  const t = injectionTexts.useText()
  const all = { name: t('whole'), share: whole }
  const ofCarriers = carriers.map((share) => ({ name: t(`carrier.${share.carrier}`), share }))
  const ofTechniques = techniques.map((share) => ({ name: t(`technique.${share.technique}`), share }))
  return (
    <div className="injection-tables">
      <ShareTable title={t('byCarrier')} column={t('columnCarrier')} rows={[...ofCarriers, all]} />
      <ShareTable title={t('byTechnique')} column={t('columnTechnique')} rows={[...ofTechniques, all]} />
    </div>
  )
}

interface TableProps {
  title: string
  column: string
  rows: readonly { name: string; share: InjectionShare }[]
}

function ShareTable({ title, column, rows }: TableProps) {
  const t = injectionTexts.useText()
  const id = useId()
  const isScored = rows.some(({ share }) => share.obeyed !== null)
  return (
    <section>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <table className="injection-table" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t('columnCases')}</th>
            {isScored && <th scope="col">{t('columnObeyed')}</th>}
            {isScored && <th scope="col">{t('columnResisted')}</th>}
            <th scope="col">{t('columnLeaked')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, share }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{formatNumber(share.cases)}</td>
              {isScored && <td className="num">{formatNumber(share.obeyed ?? 0)}</td>}
              {isScored && <td className="num">{resistedText(share)}</td>}
              <td className="num" data-bad={share.leaked > 0 || undefined}>
                {formatNumber(share.leaked)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The share of the answers that did not do what hidden instructions say. */
function resistedText({ answered, obeyed, broken }: InjectionShare): string {
  const made = answered - broken
  return made === 0 ? '–' : percentText(((made - (obeyed ?? 0)) / made) * 100)
}
