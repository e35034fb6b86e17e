import { Link } from 'react-router'
import { formatMoment, formatNumber } from '../../lang/format.ts'
import type { DataSource } from './data/api.ts'
import { sourcePath } from './endpoints/sourcePaths.ts'
import { IndexAgain } from './IndexAgain.tsx'
import { dataSourcesTexts } from './lang/en.ts'

export function LibraryFacts({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const { dataSourceId, passages, files, createdAt, updatedAt, endpointsType, mayWrite } = library
  const facts = [
    [t('indexFiles'), formatNumber(files)],
    [t('indexPassages'), formatNumber(passages)],
    [t('created'), formatMoment(createdAt)],
    [t('updated'), formatMoment(updatedAt)],
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
        <div className="row">
          <dt className="m2 grow">{t('endpoints')}</dt>
          <dd>
            <Link to={sourcePath(endpointsType, dataSourceId)}>
              {t(endpointsType === 'default' ? 'endpointsDefault' : 'endpointsExplicit')}
            </Link>
          </dd>
        </div>
      </dl>
      {mayWrite && files > 0 && <IndexAgain library={library} />}
    </section>
  )
}
