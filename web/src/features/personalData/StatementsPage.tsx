import { FileCheck2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
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
        {error && !data ? <LoadError error={error} retry={() => void refetch()} /> : null}
        {!data && !error && <ListSkeleton columns={1} />}
        {data?.length === 0 && <EmptyList Icon={FileCheck2} text={t('statementsNone')} />}
        {data && data.length > 0 && (
          <ul className="statement-list" aria-label={t('statements')}>
            {data.map(({ erasureId, cause, startedAt, finishedAt }) => (
              <li key={erasureId} className="card">
                <div className="row">
                  <Link to={erasurePath(erasureId)} className="num grow">
                    {formatMoment(startedAt)}
                  </Link>
                  {finishedAt === null && <span className="chip info">{t('inProgress')}</span>}
                </div>
                <p className="small m2">{t('requestedBy', { cause: t(`cause.${cause}`) })}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
