import { AdoptionCard } from './AdoptionCard.tsx'
import { AgentsCard } from './AgentsCard.tsx'
import { PublicPagesCard } from './PublicPagesCard.tsx'
import { QuestionsPerDay } from './QuestionsPerDay.tsx'
import { UnansweredCard } from './UnansweredCard.tsx'
import { WhenPeopleAsk } from './WhenPeopleAsk.tsx'

/** How much people ask, whom, and when. */
export const UsageTab = () => (
  <>
    <div className="reports wide-first">
      <QuestionsPerDay />
      <AgentsCard />
    </div>
    <div className="reports">
      <UnansweredCard />
      <WhenPeopleAsk />
      <AdoptionCard />
      <PublicPagesCard />
    </div>
  </>
)
