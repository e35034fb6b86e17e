// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies } from '../../../testing/fakeServer.ts'
import { all, get, show, textIn, type } from '../../../testing/screen.tsx'
import { HostNamesField } from './HostNamesField.tsx'

function Hosts() {
  const [hosts, change] = useState(['a.example', 'b.example', 'c.example', 'd.example'])
  return (
    <HostNamesField
      hostNames={hosts}
      change={change}
      leave={() => {}}
      error={() => undefined}
      readOnly={false}
    />
  )
}

it('removes the host whose button is pressed, also right after another one was emptied', () => {
  fakeReplies({})
  show(<Hosts />)
  const field = all('textbox')[1]!
  type(field, '')
  // The browser moves the focus between pressing and releasing the button, which then belongs to the same row.
  const button = get('button', 'Remove host name 3')
  act(() => void field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  act(() => button.click())
  expect(all('textbox').map(textIn)).toEqual(['a.example', '', 'd.example'])
})
