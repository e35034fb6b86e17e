import { expect, it } from 'vitest'
import { shownIn } from './dashboardAddress.ts'

const agent = '019ab3c2-5f00-7000-8000-000000000001'
const shown = (search: string) => shownIn(new URLSearchParams(search))

it('shows the last 30 days of all agents unless the URL says otherwise', () => {
  expect(shown('')).toEqual({ filter: { reportingPeriod: 'Last30Days' }, tab: 'usage' })
  expect(shown(`period=LastMonth&agent=${agent}&tab=costs`)).toEqual({
    filter: { reportingPeriod: 'LastMonth', gptSystemId: agent },
    tab: 'costs',
  })
})

it('ignores what isn’t a period, an agent, or a tab', () => {
  expect(shown('period=Forever&agent=../users&tab=none')).toEqual(shown(''))
})
