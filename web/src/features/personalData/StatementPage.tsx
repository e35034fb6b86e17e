import i18next from 'i18next'
import { CircleCheck, Download, FileCheck2, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { fetchFile } from '../../api/fetchFile.ts'
import { formatExactMoment } from '../../lang/format.ts'
import { problemOf } from '../../transport/apiError.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { errorText } from '../../ui/errorText.ts'
import { saveFile } from '../../ui/files/saveFile.ts'
import { toast } from '../../ui/toast.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { type Erasure, POLL_MS, personalDataApi } from './data/api.ts'
import { erasuresPath } from './data/personalDataPaths.ts'
import { countText, isDeleted, remaining, remains, whyKept } from './ErasedAreas.tsx'
import { personalDataTexts } from './lang/en.ts'
import './personalData.css'

/** /admin/user/erasures/{erasureId}: what was erased, what remains, and why. It doesn't say of whom. */
export function StatementPage() {
  const t = personalDataTexts.useText()
  const { erasureId = '' } = useParams()
  usePageTitle(t('statement'))
  const [polling, setPolling] = useState(POLL_MS)
  const {
    currentData: data,
    error,
    refetch,
  } = personalDataApi.useGetErasureQuery(
    { erasureId },
    { refetchOnMountOrArgChange: true, pollingInterval: polling },
  )
  const isDone = data !== undefined && data.finishedAt !== null
  useEffect(() => setPolling(isDone ? 0 : POLL_MS), [isDone])
  const parent = { title: t('statements'), path: erasuresPath }
  if (!data)
    return (
      <RecordWait
        title={t('statement')}
        parent={parent}
        Icon={FileCheck2}
        error={error}
        missing={problemOf(error)?.code === 'erasure.notFound'}
        texts={{ missing: t('statementMissing'), back: t('statements') }}
        retry={() => void refetch()}
      />
    )
  return (
    <div className="page">
      <PageHead title={t('statement')} parent={parent}>
        {isDone &&
          (['html', 'json'] as const).map((format) => (
            <button
              key={format}
              type="button"
              className="btn out"
              onClick={() => void download(data.erasureId, format)}
            >
              <Download size={16} />
              {t(format === 'html' ? 'downloadHtml' : 'downloadJson')}
            </button>
          ))}
      </PageHead>
      <div className="page-body statement-body">
        <p className="strip info" role="status">
          {isDone ? <CircleCheck size={16} /> : <LoaderCircle size={16} />}
          <span className="grow">{t(isDone ? 'done' : 'underWay')}</span>
        </p>
        <Statement erasure={data} />
      </div>
    </div>
  )
}

function Statement({ erasure }: { erasure: Erasure }) {
  const t = personalDataTexts.useText()
  const { areas, cause, startedAt, finishedAt, erasureId } = erasure
  return (
    <>
      <dl className="statement-facts">
        <dt>{t('cause')}</dt>
        <dd>{t(`cause.${cause}`)}</dd>
        <dt>{t('started')}</dt>
        <dd className="num">{formatExactMoment(startedAt)}</dd>
        {finishedAt !== null && (
          <>
            <dt>{t('finished')}</dt>
            <dd className="num">{formatExactMoment(finishedAt)}</dd>
          </>
        )}
        <dt>{t('statement')}</dt>
        <dd>
          <bdi className="mono">{erasureId}</bdi>
        </dd>
      </dl>
      <table className="statement-table">
        <caption className="h4">{t('deleted')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('area')}</th>
            <th scope="col" className="num">
              {t('before')}
            </th>
            <th scope="col" className="num">
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {areas.filter(isDeleted).map(({ area, count, left }) => (
            <tr key={area}>
              <th scope="row">{t(`area.${area}`)}</th>
              <td className="num">{countText(count, t)}</td>
              <td className="num">{left === null ? '' : countText(left, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section className="erased-areas">
        <h2 className="h4">{t('remains')}</h2>
        <dl className="erased-list">
          {areas.filter(remains).map((one) => (
            <div key={one.area}>
              <dt>{t(`area.${one.area}`)}</dt>
              <dd className="num">{countText(remaining(one), t)}</dd>
              <dd className="erased-why">{whyKept(one, t)}</dd>
            </div>
          ))}
        </dl>
        <p className="hint">{t('remainsElsewhere')}</p>
      </section>
    </>
  )
}

async function download(erasureId: string, format: 'html' | 'json'): Promise<void> {
  try {
    const language = i18next.language === 'ar' ? 'ar' : 'en'
    const bytes = await fetchFile('personalData.downloadStatement', { erasureId, language, format })
    saveFile(bytes, `erasure-${erasureId}.${format}`)
  } catch (error) {
    toast.error(errorText(error))
  }
}
