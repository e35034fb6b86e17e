// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import type { DataSource } from './data/api.ts'
import { RenameButton } from './RenameButton.tsx'

const library = { dataSourceId: 'd1', version: 2, name: 'Manuals', description: 'All of them' } as DataSource

it('changes the name and description of a library, and keeps them in the dialog if the name is taken', async () => {
  const replies: Replies = { 'PUT /fileLibraries/d1': () => problem(409, 'dataSource.nameTaken') }
  const { calls } = fakeReplies(replies)
  show(<RenameButton library={library} />)
  await press('button', 'Rename')
  expect(all('textbox').map(textIn)).toEqual(['Manuals', 'All of them'])
  type(get('textbox', 'Name'), 'Handbooks')
  await press('button', 'Save library')
  await untilShown(/name/i)
  await until(() => expect(get('textbox', 'Name').getAttribute('aria-invalid')).toBe('true'))
  replies['PUT /fileLibraries/d1'] = () => json({ ...library, name: 'Handbooks', version: 3 })
  await press('button', 'Save library')
  await untilShown('Handbooks saved')
  const puts = calls.filter(({ method }) => method === 'PUT')
  expect(puts.map(({ body, headers }) => [JSON.parse(body!), headers['if-match']])).toEqual(
    Array(2).fill([{ name: 'Handbooks', description: 'All of them' }, '"2"']),
  )
})
