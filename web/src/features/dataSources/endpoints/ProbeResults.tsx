import { type ErrorCode, errors } from '@parlance/contract/errors'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatDate, formatTime } from '../../../lang/format.ts'
import { errorTexts } from '../../../ui/errorText.ts'
import type { Probe } from '../data/sourcesApi.ts'
import { endpointsTexts } from './lang/en.ts'

/** The results of a test of endpoints, each with what to do about it. */
export function ProbeResults({ probes }: { probes: Probe[] }) {
  const t = endpointsTexts.useText()
  const [first] = probes
  if (!first) return null
  return (
    <div className="col s13" role="status">
      <ul className="probes">
        {probes.map((probe) => {
          const Mark = probe.reachable ? CircleCheck : CircleAlert
          return (
            <li key={probe.endpoint} className="row" data-reachable={probe.reachable}>
              <Mark size={16} />
              <span>
                <strong>{t(`probe.${probe.endpoint}`)}:</strong> <ProbeResult probe={probe} />
              </span>
            </li>
          )
        })}
      </ul>
      <span className="m3">{t('testedAt', { date: formatDate(first.at), time: formatTime(first.at) })}</span>
    </div>
  )
}

function ProbeResult({ probe: { reachable, reason, dimensions } }: { probe: Probe }) {
  const t = endpointsTexts.useText()
  const error = errorTexts.useText()
  if (!reachable) return error(reason !== null && reason in errors ? (reason as ErrorCode) : 'server.failed')
  return dimensions === null ? t('reachable') : t('reachableDimensions', { count: dimensions })
}
