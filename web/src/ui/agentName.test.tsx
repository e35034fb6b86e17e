// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { chooseLanguage } from '../lang/i18n.ts'
import { show, untilShown } from '../testing/screen.tsx'
import { useAgentName } from './agentName.ts'

const id = '019ab3c2-5f00-7000-8000-000000000001'
/** The server names the own policy of an agent without a name after its ID. */
const ownPolicies = [id, `${id} (2)`]

function Names() {
  const named = useAgentName()
  return [named('Scout'), named(''), ...ownPolicies.map(named)].join(', ')
}
afterEach(() => chooseLanguage('en'))

it('an agent without a name, and its own policy, is named in the language of the page', async () => {
  show(<Names />)
  await untilShown('Scout, Unnamed Agent, Unnamed Agent, Unnamed Agent')
  await chooseLanguage('ar')
  await untilShown('Scout, وكيل بلا اسم, وكيل بلا اسم, وكيل بلا اسم')
  expect(document.body.textContent).not.toContain('Unnamed')
})
