import { BudgetsCard } from './BudgetsCard.tsx'
import { CostsCard } from './CostsCard.tsx'
import { ForecastCard } from './ForecastCard.tsx'
import { TokensCard } from './TokensCard.tsx'

/** What agents and deployments cost. */
export const CostsTab = () => (
  <div className="reports">
    <ForecastCard />
    <BudgetsCard />
    <CostsCard />
    <TokensCard />
  </div>
)
