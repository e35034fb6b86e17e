import { useId } from 'react'
import { formatNumber } from '../../lang/format.ts'
import type { Steps } from './data/api.ts'
import { debuggerTexts } from './lang/en.ts'
import { scoreText } from './scoreText.ts'
import '../../ui/admin/list.css'

/** The terms of a question, and how rare they are in what was searched. */
export function TermTable({ terms }: { terms: Steps['terms'] }) {
  const t = debuggerTexts.useText()
  const id = useId()
  return (
    <section className="card debugger-part">
      <h2 className="h3" id={id}>
        {t('terms')}
      </h2>
      <p className="m2 s13">{t('termsHint')}</p>
      <table className="debugger-terms s13" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('term')}</th>
            <th scope="col">{t('termPassages')}</th>
            <th scope="col">{t('termWeight')}</th>
          </tr>
        </thead>
        <tbody>
          {terms.map(({ term, word, passages, idf }) => (
            <tr key={term}>
              <th scope="row">
                <bdi>{word}</bdi>
              </th>
              <td className="num">
                {passages > 0 ? formatNumber(passages) : <span className="chip w">{t('termMissing')}</span>}
              </td>
              <td className="num">{scoreText(idf)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
