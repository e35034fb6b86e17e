import { screens } from '@parlance/contract/screens'
import { Link } from 'react-router'
import { formatList, formatNumber, formatPercent } from '../../lang/format.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { Checklist } from '../checklist/Checklist.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { analyticsApi, type Counts } from './data/api.ts'
import { Figures } from './Figures.tsx'
import { FiguresSkeleton } from './FiguresSkeleton.tsx'
import { analyticsTexts } from './lang/en.ts'
import { ModelUsage } from './ModelUsage.tsx'
import './dashboard.css'
import { screenTitle } from '../frame/screens.ts'

/** /admin: usage and contents of the instance. */
export function DashboardPage() {
  const t = analyticsTexts.useText()
  usePageTitle(screenTitle('dashboard'))
  const { data, error, refetch } = analyticsApi.useGetCountsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <div className="page">
      <header className="page-head">
        <div className="row">
          <OpenSidebarButton />
          <h1 className="h2">{screenTitle('dashboard')}</h1>
        </div>
        <p className="m2">{t('intro')}</p>
      </header>
      <div className="page-body dashboard">
        <Checklist />
        {data ? (
          <>
            <Lately counts={data} />
            <ModelUsage />
            <Stock counts={data} />
          </>
        ) : error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <FiguresSkeleton />
        )}
      </div>
    </div>
  )
}

function Lately({ counts }: { counts: Counts }) {
  const t = analyticsTexts.useText()
  const { questions, conversations, people, answersFailedLastWeek } = counts
  const lastDay = (number: number) => t('lastDay', { number: formatNumber(number) })
  return (
    <Figures
      title={t('lately')}
      figures={[
        { name: t('questions'), value: questions.lastWeek, note: lastDay(questions.lastDay) },
        { name: t('conversations'), value: conversations.lastWeek, note: lastDay(conversations.lastDay) },
        {
          name: t('people'),
          value: people.activeLastWeek,
          note: t('ofPeople', { number: formatNumber(people.total) }),
        },
        {
          name: t('failed'),
          value: answersFailedLastWeek,
          note:
            questions.lastWeek === 0
              ? t('noQuestions')
              : t('ofQuestions', { share: formatPercent(answersFailedLastWeek / questions.lastWeek) }),
        },
      ]}
    />
  )
}

function Stock({ counts }: { counts: Counts }) {
  const t = analyticsTexts.useText()
  const { held } = useActions()
  const { agentsPublished, libraries } = counts
  const maySeeLibraries = screens.fileLibraries.actions.some((action) => held.has(action))
  return (
    <Figures
      title={t('stock')}
      figures={[
        {
          name: t('agents'),
          value: agentsPublished,
          note: <Link to="/chat/agents">{t('toAgents')}</Link>,
        },
        {
          name: t('libraries'),
          value: libraries.total,
          note: maySeeLibraries && <Link to="/admin/datasource">{t('toLibraries')}</Link>,
        },
        { name: t('files'), value: libraries.filesReady, note: <FilesNote libraries={libraries} /> },
        { name: t('passages'), value: libraries.passages, note: t('passagesHint') },
      ]}
    />
  )
}

/** How many files are ready and how many failed. It uses words because color alone isn't accessible. */
function FilesNote({ libraries: { files, filesReady, filesFailed } }: Pick<Counts, 'libraries'>) {
  const t = analyticsTexts.useText()
  if (files === 0) return t('noFiles')
  if (filesReady === files) return t('allReady')
  const facts = [t('ofFiles', { number: formatNumber(files) })]
  if (filesFailed > 0) facts.push(t('filesFailed', { number: formatNumber(filesFailed) }))
  return <span data-failed={filesFailed > 0 || undefined}>{formatList(facts)}</span>
}
