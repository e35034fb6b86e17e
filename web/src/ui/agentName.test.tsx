// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { chooseLanguage } from '../lang/i18n.ts'
import { show, untilShown } from '../testing/screen.tsx'
import { useAgentName } from './agentName.ts'

function Names() {
  const named = useAgentName()
  return [named('Scout'), named('')].join(', ')
}
afterEach(() => chooseLanguage('en'))

it('an agent without a name is named in the language of the page', async () => {
  show(<Names />)
  await untilShown('Scout, Unnamed Agent')
  await chooseLanguage('ar')
  await untilShown('Scout, وكيل بلا اسم')
  expect(document.body.textContent).not.toContain('Unnamed')
})
