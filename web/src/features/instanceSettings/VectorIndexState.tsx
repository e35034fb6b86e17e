import { type ErrorCode, errors } from '@parlance/contract/errors'
import { formatCost, formatNumber } from '../../lang/format.ts'
import { errorTexts } from '../../ui/errorText.ts'
import { type Deployment, instanceSettingsApi, type VectorIndex } from './data/api.ts'
import { instanceSettingsTexts, type SettingsText } from './lang/en.ts'

interface Props {
  /** The deployment that is set, or empty. */
  saved: string
  /** The one selected in the form. */
  chosen: string
  deployment: Deployment | undefined
}

const POLL_MS = 5000
const MILLION = 1_000_000

/** What the search by meaning is doing, or what the selected deployment would cost. */
export function VectorIndexState({ saved, chosen, deployment }: Props) {
  const t = instanceSettingsTexts.useText()
  const { data } = instanceSettingsApi.useGetVectorIndexQuery(undefined, {
    pollingInterval: saved === '' ? 0 : POLL_MS,
    skipPollingIfUnfocused: true,
  })
  if (!data || (saved === '' && chosen === '')) return null
  return (
    <p className="vector-state" role="status">
      {chosen === saved ? progressOf(data, t) : effectOf(data, chosen, deployment, t)}
    </p>
  )
}

function effectOf(
  data: VectorIndex,
  chosen: string,
  deployment: Deployment | undefined,
  t: SettingsText,
): string {
  if (chosen === '') return t('vectorsRemoved')
  const { passages: count, tokens } = data
  const price = deployment?.price
  const amount = formatNumber(tokens)
  if (!price) return t('vectorsEstimate', { count, tokens: amount })
  const cost = formatCost((tokens / MILLION) * price.inputPerMillion)
  return t('vectorsEstimateCost', { count, tokens: amount, cost })
}

function progressOf(
  { state, waitingFiles: count, dimensions, problem }: VectorIndex,
  t: SettingsText,
): string {
  const said = stateOf()
  if (problem === null || !(problem in errors)) return said
  return `${said} ${t('vectorsProblem', { problem: errorTexts.text(problem as ErrorCode) })}`

  function stateOf(): string {
    if (state === 'Waiting') return t('vectorsWaiting')
    if (count > 0) return t('vectorsBuilding', { count })
    return state === 'Ready' && dimensions !== null ? t('vectorsReady') : t('vectorsStarting')
  }
}
