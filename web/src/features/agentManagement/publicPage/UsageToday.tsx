import { formatCost, formatCurrency, formatNumber } from '../../../lang/format.ts'
import type { PublicPageSettings, PublicPageState } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'

interface Props {
  page: PublicPageSettings
  usage: PublicPageState['usageToday']
}

/** What visitors have used since midnight UTC, next to the budgets. */
export function UsageToday({ page, usage }: Props) {
  const t = publicPageTexts.useText()
  const of = (used: string, budget: string) => t('ofBudget', { used, budget })
  const cost = formatCost(usage.costUsd)
  const facts = [
    ['visitors', formatNumber(usage.visitors)],
    ['messages', of(formatNumber(usage.messages), formatNumber(page.messagesPerDay))],
    ['tokens', of(formatNumber(usage.tokens), formatNumber(page.tokensPerDay))],
    ['cost', page.costPerDayUsd === null ? cost : of(cost, formatCurrency(page.costPerDayUsd))],
    ['refused', formatNumber(usage.refusedByBudget)],
    ['unanswered', formatNumber(usage.unanswered)],
    ['claimed', formatNumber(usage.claimed)],
  ] as const
  return (
    <dl className="public-usage">
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt className="small m3">{t(`usage.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
