import { screens } from '@parlance/contract/screens'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatList, formatNumber } from '../../../lang/format.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { FigureRow } from '../cards/FigureRow.tsx'
import { analyticsApi, type Counts } from '../data/api.ts'
import { analyticsTexts } from '../lang/en.ts'
import { useMayOpen } from '../useMayOpen.ts'

/** What the instance contains. */
export function StockCard() {
  const t = analyticsTexts.useText()
  const heading = useId()
  const { data, error, refetch } = analyticsApi.useGetCountsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <section
      className="card report-card whole"
      aria-labelledby={heading}
      aria-busy={!data && !error}
      data-flat
    >
      <h2 className="h4" id={heading}>
        {t('stock')}
      </h2>
      <div className="report-body">
        {error && !data ? <LoadError error={error} retry={() => void refetch()} /> : <Stock counts={data} />}
      </div>
    </section>
  )
}

/** While the counts load, their places stay empty. */
function Stock({ counts }: { counts: Counts | undefined }) {
  const t = analyticsTexts.useText()
  const mayOpen = useMayOpen()
  return (
    <FigureRow
      figures={[
        {
          name: t('agents'),
          value: numberOf(counts?.agentsPublished),
          note: <Link to="/chat/agents">{t('toAgents')}</Link>,
        },
        {
          name: t('libraries'),
          value: numberOf(counts?.libraries.total),
          note: mayOpen('fileLibraries') && <Link to={screens.fileLibraries.path}>{t('toLibraries')}</Link>,
        },
        {
          name: t('files'),
          value: numberOf(counts?.libraries.filesReady),
          note: counts ? <FilesNote libraries={counts.libraries} /> : '\u00a0',
        },
        { name: t('passages'), value: numberOf(counts?.libraries.passages), note: t('passagesHint') },
        { name: t('people'), value: numberOf(counts?.people), note: t('peopleHint') },
      ]}
    />
  )
}

const numberOf = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count))

/** How many files are ready and how many failed. It uses words because color alone isn't accessible. */
function FilesNote({ libraries: { files, filesReady, filesFailed } }: Pick<Counts, 'libraries'>) {
  const t = analyticsTexts.useText()
  if (files === 0) return t('noFiles')
  if (filesReady === files) return t('allReady')
  const facts = [t('ofFiles', { number: formatNumber(files) })]
  if (filesFailed > 0) facts.push(t('filesFailed', { number: formatNumber(filesFailed) }))
  return <span data-failed={filesFailed > 0 || undefined}>{formatList(facts)}</span>
}
