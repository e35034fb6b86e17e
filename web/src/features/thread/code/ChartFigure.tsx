import { useId, useState } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import { usePicture } from '../../../ui/pictures.ts'
import { type CellPart, type ChartData, rowsOf } from './cells.ts'
import { type Place, useFetchCodeFile } from './codeFile.ts'
import { codeTexts } from './lang/en.ts'
import { Tables } from './Tables.tsx'

type Chart = Extract<CellPart, { kind: 'chart' }>

/** A chart with the table of its data, for people who don’t see it or want the numbers. */
export function ChartFigure({ chart: { fileId, alt, charts }, place }: { chart: Chart; place: Place }) {
  const t = codeTexts.useText()
  const id = useId()
  const fetched = useFetchCodeFile(place)
  const { address, failed } = usePicture({
    name: `code-file:${fileId}`,
    load: async () => URL.createObjectURL(new Blob([await fetched(fileId)], { type: 'image/png' })),
  })
  const [open, setOpen] = useState(false)
  const name = alt || t('chart')
  const withData = charts.filter(({ series }) => series.length > 0)
  return (
    <figure className="code-chart">
      {failed ? (
        <p className="strip w" role="alert">
          {t('gone')}
        </p>
      ) : address ? (
        <img src={address} alt={name} />
      ) : (
        <span className="code-chart-wait" role="img" aria-label={name} />
      )}
      {withData.length > 0 && (
        <figcaption>
          <button
            type="button"
            className="btn ghost sm"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {t('chartData')}
          </button>
          {open && (
            <Tables
              id={id}
              name={t('chartDataOf', { title: name })}
              tables={withData.map((one) => ({
                columns: columnsOf(one, t('value')),
                rows: rowsOf(one).map(shownRow),
              }))}
            />
          )}
        </figcaption>
      )}
    </figure>
  )
}

/** The name of the points, and of each series. */
function columnsOf({ xLabel, yLabel, series }: ChartData, value: string): string[] {
  const [row = []] = rowsOf({ title: '', xLabel, yLabel, series })
  const names = series.map(({ label }) => label || yLabel || value)
  return [xLabel, ...(row.length > 2 ? names : [names[0] ?? value])]
}

const shownRow = (row: readonly string[]): string[] =>
  row.map((cell) => (cell !== '' && Number.isFinite(Number(cell)) ? formatNumber(Number(cell)) : cell))
