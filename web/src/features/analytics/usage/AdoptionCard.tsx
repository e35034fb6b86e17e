import type { Report, ReportRow } from '@parlance/contract/analytics'
import { BarList } from '../cards/BarList.tsx'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { highest, isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

type Row = ReportRow<'Adoption'>

/** How many members of each directory group use agents. */
export function AdoptionCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="Adoption"
      className="whole"
      title={t('report.Adoption')}
      summary={summaryOf}
      legend={<span className="small m3">{t('adoptionLegend')}</span>}
      draw={({ rows }) => <Bars rows={rows} />}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Adoption')}
          columns={columnsOf('Adoption', ['name', 'members', 'people', 'adoptionPercent'], {
            name: (row) => <bdi>{groupOf(row)}</bdi>,
          })}
          rows={rows}
          keyOf={({ groupId }) => groupId ?? ''}
        />
      )}
      note={t('alwaysAllAgents')}
    />
  )
}

const groupOf = ({ name, groupId }: Row): string => name ?? groupId ?? '–'

function summaryOf({ rows }: Report<'Adoption'>): string {
  const t = analyticsTexts.text
  const most = highest(rows, ({ adoptionPercent }) => adoptionPercent)
  if (!most) return rows.length === 0 ? t('noAdoption') : t('noneAsked')
  return t('adoptionSummary', {
    name: groupOf(most),
    share: figureText(most.adoptionPercent, 'Percent'),
    members: figureText(most.members, 'People'),
  })
}

function Bars({ rows }: { rows: readonly Row[] }) {
  const items = rows.map((row) => ({
    key: row.groupId ?? '',
    name: <bdi>{groupOf(row)}</bdi>,
    figure: row.adoptionPercent,
    text: figureText(row.people, 'People'),
    // Reads “fewer than 5” only once.
    ...(!isHidden(row.people) && { note: figureText(row.adoptionPercent, 'Percent') }),
  }))
  return <BarList items={items} />
}
