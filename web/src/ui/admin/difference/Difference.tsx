import { type ReactNode, useMemo } from 'react'
import { adminTexts } from '../lang/en.ts'
import { diffLines, inRows, type Line, linesOf, withoutFarLines } from './lines.ts'
import './difference.css'

export interface FieldChange {
  field: string
  before?: unknown
  after?: unknown
}

interface Props {
  changes: readonly FieldChange[]
  /** Before and after in one column, or side by side. */
  view?: 'unified' | 'sides'
  /** Returns a field's label. Without it, the field's path is shown. */
  labelOf?: (field: string) => string
  /** Renders a value as on the object's own page. Without it, the lines are compared. */
  show?: (field: string, value: unknown) => ReactNode
  /** A new object has no previous values. */
  created?: boolean
}

/**
 * The changes by field. Old values have a minus and new ones a plus and an underline, so color isn't the only
 * signal.
 */
export function Difference({ changes, view = 'unified', labelOf, show, created = false }: Props) {
  return (
    <div className="diffs">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two objects of a list can have the same path.
        <section key={`${change.field} ${index}`} className="card diff">
          {show ? (
            <>
              <h3 className="diff-name">{labelOf?.(change.field) ?? change.field}</h3>
              {!created && <Value sign="removed">{show(change.field, change.before)}</Value>}
              <Value sign="added">{show(change.field, change.after)}</Value>
            </>
          ) : (
            <Lines change={change} view={view} label={labelOf?.(change.field)} />
          )}
        </section>
      ))}
    </div>
  )
}

function Value({ sign, children }: { sign: 'removed' | 'added'; children: ReactNode }) {
  const Text = sign === 'removed' ? 'del' : 'ins'
  return (
    <div className={`diff-value ${sign}`}>
      <Sign kind={sign} />
      <Text>{children}</Text>
    </div>
  )
}

function Sign({ kind }: { kind: Line['kind'] }) {
  const t = adminTexts.useText()
  if (kind === 'same') return <span />
  return (
    <span>
      <span aria-hidden="true">{kind === 'removed' ? '−' : '+'}</span>
      <span className="hidden">{t(kind === 'removed' ? 'diffBefore' : 'diffAfter')}</span>
    </span>
  )
}

function Lines({
  change,
  view,
  label,
}: {
  change: FieldChange
  view: 'unified' | 'sides'
  label: string | undefined
}) {
  const t = adminTexts.useText()
  const { field, before, after } = change
  const { lines, tooDifferent } = useMemo(() => diffLines(linesOf(before), linesOf(after)), [before, after])
  const near = withoutFarLines(lines)
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length
  // For a secret, both sides are the same mask.
  const isHidden = lines.length > 0 && lines.every(({ kind }) => kind === 'same')
  return (
    <>
      <h3 className="row diff-name">
        {label ?? (
          <bdi className="mono grow wrap" dir="ltr">
            {field}
          </bdi>
        )}
        <span className="diff-added num" dir="ltr">
          <span className="hidden">{t('diffLinesAdded')}</span>+{count('added')}
        </span>
        <span className="diff-removed num" dir="ltr">
          <span className="hidden">{t('diffLinesRemoved')}</span>−{count('removed')}
        </span>
      </h3>
      {isHidden && <p className="diff-note s13 m2">{t('diffHidden')}</p>}
      {tooDifferent && <p className="diff-note s13 m2">{t('diffTooDifferent')}</p>}
      {view === 'unified' ? (
        <div className="diff-lines" dir="ltr">
          {near.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified only by its position.
            <OneLine key={index} line={line} />
          ))}
        </div>
      ) : (
        <div className="diff-lines diff-sides" dir="ltr">
          {inRows(near).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its position.
            <div key={index} className="diff-pair">
              {typeof row === 'number' ? (
                <OneLine line={row} />
              ) : (
                <>
                  <Side line={row[0]} number={row[0]?.before} />
                  <Side line={row[1]} number={row[1]?.after} />
                </>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function OneLine({ line }: { line: Line | number }) {
  const t = adminTexts.useText()
  if (typeof line === 'number')
    return <p className="diff-gap small m3">{t('diffLeftOut', { count: line })}</p>
  return (
    <div className={`diff-line ${line.kind}`}>
      <span className="diff-number num">{line.before}</span>
      <span className="diff-number num">{line.after}</span>
      <Sign kind={line.kind} />
      <LineText line={line} />
    </div>
  )
}

function Side({ line, number }: { line: Line | null; number: number | null | undefined }) {
  if (!line) return <div className="diff-line diff-none" />
  return (
    <div className={`diff-line ${line.kind}`}>
      <span className="diff-number num">{number}</span>
      <Sign kind={line.kind} />
      <LineText line={line} />
    </div>
  )
}

function LineText({ line: { kind, pieces } }: { line: Line }) {
  const Text = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span'
  return (
    <Text className="diff-text" dir="auto">
      {pieces.map(({ text, marked }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified only by its position.
        marked ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
      )}
    </Text>
  )
}
