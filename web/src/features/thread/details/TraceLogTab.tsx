import type { InChat } from '../../../api/chatCalls.ts'
import { formatNumber } from '../../../lang/format.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { conversationsApi, type ExecutionDetails, type TraceLine } from '../../chatModel/api.ts'
import { DetailsSkeleton } from './DetailsSkeleton.tsx'
import { useSeconds } from './figures.ts'
import { executionDetailsTexts } from './lang/en.ts'
import { NeedsAction } from './NeedsAction.tsx'

interface Props {
  details: ExecutionDetails
  ids: InChat<{ conversationId: string; conversationSegmentId: string }>
}

/** The server's log for the answer, by time since the question arrived. */
export function TraceLogTab({ details, ids }: Props) {
  const t = executionDetailsTexts.useText()
  const needs = details.promptNeeds
  const { currentData, error, refetch } = conversationsApi.useGetTraceLogsQuery(ids, {
    skip: needs.length > 0,
    refetchOnMountOrArgChange: true,
  })
  if (needs.length > 0) return <NeedsAction text="traceNeeds" actions={needs} />
  if (error) return <LoadError error={error} retry={refetch} />
  if (!currentData) return <DetailsSkeleton />
  if (currentData.items.length === 0) return <p className="m2">{t('noTrace')}</p>
  return (
    <ol className="details-trace">
      {currentData.items.map((line) => (
        <Line key={line.seq} line={line} begun={details.createdAt} />
      ))}
    </ol>
  )
}

function Line({ line: { at, name, fields }, begun }: { line: TraceLine; begun: string }) {
  const seconds = useSeconds()
  // The line already starts with the time.
  const facts = Object.entries(fields).filter(([key, value]) => key !== 'ms' && value !== null)
  return (
    <li>
      <time className="num m3" dateTime={at}>
        {seconds(Math.max(0, Date.parse(at) - Date.parse(begun)))}
      </time>
      <div>
        <bdi className="mono">{name}</bdi>
        {facts.length > 0 && (
          <dl dir="ltr">
            {facts.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{typeof value === 'number' ? formatNumber(value) : String(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}
