import { Suspense, useId, useState } from 'react'
import { formatList, formatNumber } from '../../../lang/format.ts'
import { Bars, Lines, Slices } from '../../charts/lazy.ts'
import type { Series, Slice } from '../../charts/points.ts'
import './tableChart.css'
import { Legend } from '../../charts/Legend.tsx'
import { tableChartTexts } from './lang/en.ts'
import {
  type ChartChoice,
  type ChartKind,
  canBePie,
  firstChoice,
  maxRows,
  maxSeries,
  partsOf,
  shownCell,
  type TableData,
} from './tableData.ts'

/** Colors that are clear on the page in both modes. */
const colors = ['--viz', '--s-main', '--i-main', '--ok-main', '--e-main', '--viz-2'].map(
  (name) => `var(${name})`,
)
const kinds: readonly ChartKind[] = ['bar', 'line', 'pie']
const maxTick = 18
const COMPACT_FROM = 10_000

interface Props {
  data: TableData
  /** Whether the table is read from right to left. */
  mirrored: boolean
}

/** The numbers of a table as a chart, with the choice of what it shows. */
export function TableChart({ data, mirrored }: Props) {
  const t = tableChartTexts.useText()
  const [choice, setChoice] = useState(() => firstChoice(data))
  const pieable = canBePie(data, choice.series)
  const kind = choice.kind === 'pie' && !pieable ? 'bar' : choice.kind
  const shown = { ...choice, kind }
  const name = useName(data, shown)
  return (
    <div className="md-chart" data-copied="">
      <Controls data={data} choice={shown} pieable={pieable} choose={setChoice} />
      <figure aria-label={name}>
        <Suspense fallback={<div className="chart" />}>
          {kind === 'pie' ? (
            <PieOf data={data} choice={shown} name={name} />
          ) : (
            <ChartOf data={data} choice={shown} name={name} mirrored={mirrored} />
          )}
        </Suspense>
      </figure>
      {data.isCut && <p className="small m2">{t('firstRows', { count: maxRows })}</p>}
      {data.total !== null && <p className="small m2">{t('totalLeftOut', { name: data.total })}</p>}
    </div>
  )
}

/** Says what the chart shows, with the highest and the lowest value of one series. */
function useName(data: TableData, { kind, label, series }: ChartChoice): string {
  const t = tableChartTexts.useText()
  const names = formatList(series.map((index) => data.names[index] ?? ''))
  const title = t(`${kind}Of`, { series: names, label: data.names[label] ?? '' })
  const [only, ...more] = series
  const column = data.numbers.find(({ index }) => index === only)
  if (!column || more.length > 0) return title
  const rows = column.values.flatMap((value, row) => (value === null ? [] : [{ value, row }]))
  const sorted = rows.toSorted((one, other) => other.value - one.value)
  const [highest, lowest] = [sorted[0], sorted.at(-1)]
  if (!highest || !lowest) return title
  const cell = (row: number, index: number) => data.rows[row]?.[index] ?? ''
  const extremes = t('extremes', {
    highest: cell(highest.row, label),
    most: cell(highest.row, column.index),
    lowest: cell(lowest.row, label),
    least: cell(lowest.row, column.index),
  })
  return `${title}. ${extremes}`
}

interface ControlsProps {
  data: TableData
  choice: ChartChoice
  pieable: boolean
  choose: (choice: ChartChoice) => void
}

function Controls({ data, choice, pieable, choose }: ControlsProps) {
  const t = tableChartTexts.useText()
  const id = useId()
  const { kind, label, series } = choice
  const columns = data.names.map((name, index) => ({ name, index }))
  const options = data.numbers.filter(({ index }) => index !== label)
  const chooseLabel = (next: number) => {
    const left = series.filter((index) => index !== next)
    const other = data.numbers.find(({ index }) => index !== next)
    choose({ ...choice, label: next, series: left.length > 0 || !other ? left : [other.index] })
  }
  const toggle = (index: number) => {
    const next = series.includes(index) ? series.filter((one) => one !== index) : [...series, index]
    choose({ ...choice, series: next.toSorted((one, other) => one - other) })
  }
  return (
    <div className="md-chart-controls">
      <div className="seg" role="radiogroup" aria-label={t('kind')}>
        {kinds.map((one) => (
          <label
            key={one}
            data-on={one === kind || undefined}
            data-off={(one === 'pie' && !pieable) || undefined}
          >
            <input
              type="radio"
              className="hidden"
              name={id}
              checked={one === kind}
              disabled={one === 'pie' && !pieable}
              onChange={() => choose({ ...choice, kind: one })}
            />
            {t(one)}
          </label>
        ))}
      </div>
      {data.names.length > 2 && (
        <label className="md-chart-label">
          <span className="small m2">{t('labels')}</span>
          <select className="in" value={label} onChange={(event) => chooseLabel(Number(event.target.value))}>
            {columns.map(({ name, index }) => (
              <option
                key={index}
                value={index}
                disabled={options.length === 1 && options[0]?.index === index}
              >
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {options.length > 1 && (
        <fieldset>
          <legend className="hidden">{t('values')}</legend>
          {options.map(({ index, name }) => (
            <label key={index} className="md-chart-series">
              <input
                type="checkbox"
                checked={series.includes(index)}
                disabled={series.includes(index) ? series.length === 1 : series.length >= maxSeries}
                onChange={() => toggle(index)}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface ChartProps {
  data: TableData
  choice: ChartChoice
  name: string
}

function ChartOf({ data, choice, name, mirrored }: ChartProps & { mirrored: boolean }) {
  const columns = data.numbers.filter(({ index }) => choice.series.includes(index))
  const series: Series[] = columns.map((column, at) => ({
    key: String(column.index),
    label: column.name,
    color: colors[at % colors.length]!,
    // Lines can also be told apart without their color.
    dashed: choice.kind === 'line' && at % 2 === 1,
  }))
  const points = data.rows.map((row, at) => {
    const title = row[choice.label] ?? ''
    return {
      key: String(at),
      tick: title.length > maxTick ? `${title.slice(0, maxTick - 1)}…` : title,
      title,
      values: Object.fromEntries(columns.map(({ index, values }) => [index, values[at] ?? null])),
      texts: Object.fromEntries(columns.map(({ index }) => [index, shownCell(row[index])])),
    }
  })
  const units = new Set(columns.map(({ unit }) => unit))
  const suffix = units.size === 1 && units.has('%') ? '%' : ''
  const valueText = (value: number) =>
    `${formatNumber(value, Math.abs(value) >= COMPACT_FROM ? { notation: 'compact' } : {})}${suffix}`
  const chart = { label: name, points, series, valueText, mirrored, grouped: true }
  return (
    <>
      {choice.kind === 'line' ? <Lines {...chart} /> : <Bars {...chart} />}
      {series.length > 1 && <Legend series={series} />}
    </>
  )
}

function PieOf({ data, choice, name }: ChartProps) {
  const t = tableChartTexts.useText()
  const [index = 0] = choice.series
  const slices: Slice[] = partsOf(data, index).map(({ row, value }, at) => ({
    key: String(row),
    label: row === null ? t('other') : (data.rows[row]?.[choice.label] ?? ''),
    value,
    text: row === null ? formatNumber(value) : shownCell(data.rows[row]?.[index]),
    color: colors[at % colors.length]!,
  }))
  return (
    <>
      <Slices label={name} slices={slices} />
      <Legend series={slices} />
    </>
  )
}
