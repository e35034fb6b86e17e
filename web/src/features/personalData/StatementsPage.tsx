import { FileCheck2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { personalDataApi } from './data/api.ts'
import { erasurePath } from './data/personalDataPaths.ts'
import { personalDataTexts } from './lang/en.ts'
import '../../ui/admin/list.css'
import './personalData.css'

/** /admin/user/erasures: the statements of what was erased. */
export function StatementsPage() {
  const t = personalDataTexts.useText()
  usePageTitle(t('statements'))
  const { data, error, refetch } = personalDataApi.useListErasuresQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <div className="page">
      <PageHead
        title={t('statements')}
        parent={{ title: screenTitle('users'), path: '/admin/user' }}
        intro={t('statementsIntro')}
      />
      <div className="page-body" aria-busy={!data}>
        {error ? <LoadError error={error} retry={() => void refetch()} /> : null}
        {data?.length === 0 && <EmptyList Icon={FileCheck2} text={t('statementsNone')} />}
        <ul className="statement-list" aria-label={t('statements')}>
          {data?.map(({ erasureId, cause, startedAt, finishedAt }) => (
            <li key={erasureId} className="card">
              <Link to={erasurePath(erasureId)} className="num">
                {formatMoment(startedAt)}
              </Link>
              <p className="small m2">
                {t(`cause.${cause}`)}
                {finishedAt === null && ` · ${t('inProgress')}`}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
