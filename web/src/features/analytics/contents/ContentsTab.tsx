import { CitedFilesCard } from './CitedFilesCard.tsx'
import { StockCard } from './StockCard.tsx'

/** What the instance contains, and what answers use of it. */
export const ContentsTab = () => (
  <div className="reports">
    <StockCard />
    <CitedFilesCard />
  </div>
)
