import { ChevronDown, Download, SquareTerminal } from 'lucide-react'
import { useId, useState } from 'react'
import { inChat } from '../../../api/chatCalls.ts'
import { fetchFile } from '../../../api/fetchFile.ts'
import { formatNumber } from '../../../lang/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx'
import { usePicture } from '../../../ui/pictures.ts'
import { toast } from '../../../ui/toast.tsx'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { type CellPart, type ChartData, type CodeCell, type ResultTable, rowsOf } from './cells.ts'
import { codeTexts } from './lang/en.ts'
import { Tables } from './Tables.tsx'
import './code.css'

interface Place {
  conversationId: string
  conversationSegmentId: string
}
type Chart = Extract<CellPart, { kind: 'chart' }>
type File = Extract<CellPart, { kind: 'file' }>

/** The code that an answer ran, its charts, and its files. Code and output are shown on request. */
export default function CodeCells({ cells, place }: { cells: readonly CodeCell[]; place: Place | null }) {
  const t = codeTexts.useText()
  const parts = cells.flatMap((cell) => cell.parts)
  const files = new Map(parts.flatMap((part) => (part.kind === 'file' ? [[part.name, part]] : [])))
  return (
    <div className="code-cells">
      <details className="steps">
        <summary className="steps-line">
          <SquareTerminal size={14} />
          <span>{t('cells', { count: cells.length })}</span>
          <ChevronDown size={14} className="chevron" />
        </summary>
        {cells.map((cell, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells never move.
          <Cell key={at} cell={cell} />
        ))}
      </details>
      {place &&
        parts.map(
          (part) => part.kind === 'chart' && <ChartFigure key={part.fileId} chart={part} place={place} />,
        )}
      {place && files.size > 0 && (
        <ul className="row code-files">
          {[...files.values()].map((file) => (
            <li key={file.fileId}>
              <FileButton file={file} place={place} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Cell({ cell: { code, parts } }: { cell: CodeCell }) {
  return (
    <div className="md code-cell">
      <CodeBlock text={code} language="python" closed />
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
        <Part key={at} part={part} />
      ))}
    </div>
  )
}

function Part({ part }: { part: CellPart }) {
  const t = codeTexts.useText()
  if (part.kind === 'table') return <TableOf table={part.table} />
  if (part.kind !== 'output' && part.kind !== 'error') return null
  return (
    <pre
      className={part.kind === 'error' ? 'code-output e' : 'code-output'}
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long output.
      tabIndex={0}
    >
      <span className="hidden">{t(part.kind)}</span>
      {part.text}
    </pre>
  )
}

function TableOf({ table: { columns, rows, total } }: { table: ResultTable }) {
  const t = codeTexts.useText()
  const isPart = rows.length < total
  const note = isPart ? t('tablePart', { shown: rows.length, total }) : t('tableRows', { count: total })
  return (
    <Tables name={t('table')} tables={[{ columns, rows }]}>
      <p className="small m3">{note}</p>
    </Tables>
  )
}

/** A chart with the table of its data, for people who don’t see it or want the numbers. */
function ChartFigure({ chart: { fileId, alt, charts }, place }: { chart: Chart; place: Place }) {
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

function FileButton({ file: { fileId, name }, place }: { file: File; place: Place }) {
  const t = codeTexts.useText()
  const fetched = useFetchCodeFile(place)
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      saveFile(await fetched(fileId), name)
    } catch (error) {
      toast.error(errorText(error))
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="btn soft sm"
      aria-disabled={busy}
      aria-label={t('download', { name })}
      onClick={() => void download()}
    >
      <Download size={14} />
      <bdi>{name}</bdi>
    </button>
  )
}

/** Returns a function that loads a file of this answer. */
function useFetchCodeFile(place: Place): (fileId: string) => Promise<Blob> {
  const chat = useWithin()
  return (fileId) => fetchFile(...inChat('getOpenAIFile', { ...place, fileId, ...chat }))
}
