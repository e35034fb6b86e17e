import type { Report, ReportRow } from '@parlance/contract/analytics'
import { screens } from '@parlance/contract/screens'
import { Link } from 'react-router'
import { BarList } from '../cards/BarList.tsx'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { drawn, highest } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'
import { useMayOpen } from '../useMayOpen.ts'

type Row = ReportRow<'Knowledge'>

/** The files that answers cite most, with links to their libraries. */
export function CitedFilesCard() {
  const t = analyticsTexts.useText()
  return (
    <ReportCard
      report="Knowledge"
      className="whole"
      title={t('report.Knowledge')}
      summary={summaryOf}
      draw={({ rows }) => <Bars rows={rows} />}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Knowledge')}
          columns={columnsOf('Knowledge', ['name', 'citations', 'lastCitedAt'], {
            name: (row) => <FileName row={row} />,
          })}
          rows={rows}
          keyOf={keyOf}
        />
      )}
    />
  )
}

const keyOf = ({ dataSourceId, fileId }: Row) => `${dataSourceId} ${fileId}`
const nameOf = ({ name }: Row): string => name ?? '–'

function FileName({ row }: { row: Row }) {
  const mayOpen = useMayOpen()
  const name = <bdi>{nameOf(row)}</bdi>
  if (!mayOpen('fileLibraries') || row.dataSourceId === null) return name
  return <Link to={`${screens.fileLibraries.path}/${encodeURIComponent(row.dataSourceId)}/edit`}>{name}</Link>
}

function summaryOf({ rows }: Report<'Knowledge'>): string {
  const t = analyticsTexts.text
  const most = highest(rows, ({ citations }) => citations)
  if (!most) return rows.length === 0 ? t('noCitations') : t('citationsHidden')
  return t('citationsSummary', { name: nameOf(most), count: drawn(most.citations) })
}

function Bars({ rows }: { rows: readonly Row[] }) {
  const items = rows.map((row) => ({
    key: keyOf(row),
    name: <FileName row={row} />,
    figure: row.citations,
    text: figureText(row.citations, 'Citations'),
  }))
  return <BarList items={items} />
}
