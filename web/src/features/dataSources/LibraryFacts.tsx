import { formatMoment, formatNumber } from '../../lang/format.ts'
import type { DataSource } from './data/api.ts'
import { IndexAgain } from './IndexAgain.tsx'
import { dataSourcesTexts } from './lang/en.ts'

export function LibraryFacts({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const { passages, files, createdAt, updatedAt, endpointsType, mayWrite } = library
  const facts = [
    [t('indexFiles'), formatNumber(files)],
    [t('indexPassages'), formatNumber(passages)],
    [t('created'), formatMoment(createdAt)],
    [t('updated'), formatMoment(updatedAt)],
    [t('endpoints'), t(endpointsType === 'default' ? 'endpointsDefault' : 'endpointsExplicit')],
  ]
  return (
    <section>
      <h2 className="h4">{t('index')}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="row">
            <dt className="m2 grow">{name}</dt>
            <dd className="num">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {mayWrite && files > 0 && <IndexAgain library={library} />}
    </section>
  )
}
