import { ChevronDown, SquareTerminal } from 'lucide-react'
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import type { CellPart, CodeCell, ResultTable } from './cells.ts'
import type { Place } from './codeFile.ts'
import { codeTexts } from './lang/en.ts'
import { FileButton, NotebookButton } from './SaveButtons.tsx'
import { Tables } from './Tables.tsx'
import './code.css'

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
        {place && <NotebookButton cells={cells} place={place} />}
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
