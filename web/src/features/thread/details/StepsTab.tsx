import { ChevronDown, Copy, FileText } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { formatCost, formatNumber } from '../../../lang/format.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { ExecutionDetails } from '../../chatModel/api.ts'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { passageName, useSeconds } from './figures.ts'
import { executionDetailsTexts } from './lang/en.ts'
import { type Bar, waterfall } from './waterfall.ts'

/** The waterfall, the passages found, and the total usage. */
export function StepsTab({ details, segment }: { details: ExecutionDetails; segment: ShownSegment }) {
  const t = executionDetailsTexts.useText()
  const running = segment.status === 'Pending'
  const now = useNow(details.createdAt, running)
  // The stream reports running steps sooner than a request could.
  const steps = running ? withLive(details.steps, segment) : details.steps
  const bars = waterfall(details, steps, running ? now : null, t('writeAnswer'))
  const cited = details.passages.filter((passage) => passage.cited)
  return (
    <>
      {running ? <p className="m2">{t('running')}</p> : <Figures details={details} />}
      {bars.length === 0 ? <p className="m2">{t('noSteps')}</p> : <Waterfall bars={bars} />}
      {cited.length > 0 && (
        <section>
          <h3 className="h4">{t('passagesUsed')}</h3>
          <ul className="card details-passages">
            {cited.map((passage) => (
              <li key={passage.passageId}>
                <FileText size={16} className="m3" />
                <bdi className="grow trunc">{passageName(passage)}</bdi>
                <span className="num m2">{formatScore(passage.score)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {details.calls.length > 0 && <Calls calls={details.calls} />}
      <Foot details={details} />
    </>
  )
}

export const formatScore = (score: number): string =>
  formatNumber(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function withLive(stored: ExecutionDetails['steps'], { steps }: ShownSegment): ExecutionDetails['steps'] {
  const known = new Map(stored.map((step) => [step.id, step]))
  return steps.map((step) => ({
    ...(known.get(step.id) ?? { kind: 'Step' as const, input: null, output: null }),
    ...step,
  }))
}

/** Returns the milliseconds since the question arrived. It keeps counting while the answer runs. */
function useNow(createdAt: string, running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [running])
  return Math.max(0, now - Date.parse(createdAt))
}

function Figures({ details: { totalMs, firstTextMs, usage } }: { details: ExecutionDetails }) {
  const t = executionDetailsTexts.useText()
  const seconds = useSeconds()
  const figures: [string, string | null][] = [
    [t('total'), totalMs === null ? null : seconds(totalMs)],
    [t('firstText'), firstTextMs === null ? null : seconds(firstTextMs)],
    [t('inputTokens'), usage && formatNumber(usage.inputTokens)],
    [t('outputTokens'), usage && formatNumber(usage.outputTokens)],
    [t('cost'), usage?.costUsd === undefined ? null : formatCost(usage.costUsd)],
  ]
  return (
    <dl className="details-figures">
      {figures.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt className="small m3">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Waterfall({ bars }: { bars: Bar[] }) {
  return (
    <ol className="waterfall">
      {bars.map((bar) => (
        <WaterfallRow key={bar.id} bar={bar} />
      ))}
    </ol>
  )
}

function WaterfallRow({ bar }: { bar: Bar }) {
  const t = executionDetailsTexts.useText()
  const seconds = useSeconds()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { title, state, startMs, ms, kind, start, width, input, output } = bar
  const time = seconds(ms)
  const name = t('stepOf', { step: title, state: t(state), start: seconds(startMs), time })
  const line = (
    <>
      <span className="trunc waterfall-name" dir="auto" title={title}>
        {shortName(bar, t)}
      </span>
      <span className="waterfall-track" aria-hidden="true">
        <span
          className="waterfall-bar"
          data-kind={kind}
          data-state={state}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
        />
      </span>
      <span className="num m2 waterfall-time" aria-hidden="true">
        {time}
      </span>
    </>
  )
  if (input === null && output === null) {
    return (
      <li>
        <div className="waterfall-row" role="img" aria-label={name}>
          {line}
        </div>
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        className="waterfall-row"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${name}. ${t('showCall')}`}
        onClick={() => setOpen(!open)}
      >
        {line}
        <ChevronDown size={14} className="chevron m3" />
      </button>
      {open && (
        <div id={id} className="details-call">
          {input !== null && <Text name={t('input')} text={input} />}
          {output !== null && <Text name={t('output')} text={output} />}
        </div>
      )}
    </li>
  )
}

const shortNames = {
  question: 'stepQuestion',
  search: 'stepSearch',
  history: 'stepHistory',
  wait: 'stepWait',
  length: 'stepLength',
  thinking: 'stepThinking',
} as const

/** A step's title describes its result. Next to its bar, there is only room for its kind. */
function shortName({ id, kind, title }: Bar, t: ReturnType<typeof executionDetailsTexts.useText>): string {
  if (kind === 'Tool') return t('stepTool')
  return id in shortNames ? t(shortNames[id as keyof typeof shortNames]) : title
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <>
      <h4 className="small m3">{name}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long text. */}
      <pre className="details-text" dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}

/** The model calls that make up the token totals. Calls other than the answer itself use tokens, too. */
function Calls({ calls }: Pick<ExecutionDetails, 'calls'>) {
  const t = executionDetailsTexts.useText()
  const seconds = useSeconds()
  return (
    <section>
      <h3 className="h4">{t('calls')}</h3>
      <ul className="card details-passages details-calls">
        {calls.map(({ purpose, usage, ms, deploymentName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added at the end.
          <li key={index}>
            <span className="grow details-called">
              <span className="trunc">{t(`call${purpose}`)}</span>
              {deploymentName && (
                <span className="trunc small m3">
                  <bdi>{deploymentName}</bdi>
                </span>
              )}
            </span>
            {usage && (
              <span className="num m3">
                {t('callTokens', {
                  input: formatNumber(usage.inputTokens),
                  output: formatNumber(usage.outputTokens),
                })}
                {usage.cachedInputTokens !== undefined &&
                  ` ${t('callCached', { cached: formatNumber(usage.cachedInputTokens) })}`}
              </span>
            )}
            <span className="num m2">{seconds(ms)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Foot({ details }: { details: ExecutionDetails }) {
  const t = executionDetailsTexts.useText()
  const [copied, copy] = useCopy()
  const { deploymentName, languageEngine, conversationSegmentId } = details
  return (
    <div className="row small m3 details-foot">
      <bdi className="grow trunc">
        {deploymentName
          ? t('deployment', { deployment: deploymentName })
          : t('engine', { engine: languageEngine })}
      </bdi>
      <button type="button" className="details-link" onClick={() => copy(conversationSegmentId)}>
        <Copy size={12} />
        {copied ? t('copied') : t('copyId')}
      </button>
    </div>
  )
}
