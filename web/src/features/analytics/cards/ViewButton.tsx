import { ChartColumn, Table2 } from 'lucide-react'
import { analyticsTexts } from '../lang/en.ts'

interface Props {
  title: string
  asTable: boolean
  toggle: () => void
}

/** Switches between a chart and its table. */
export function ViewButton({ title, asTable, toggle }: Props) {
  const t = analyticsTexts.useText()
  const label = asTable ? t('showChart', { title }) : t('showTable', { title })
  return (
    <button type="button" className="ib sm view-button" aria-label={label} title={label} onClick={toggle}>
      {asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
    </button>
  )
}
