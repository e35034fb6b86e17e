// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import type { Configuration } from './data/api.ts'
import { LibrariesField, type Linking } from './LibrariesField.tsx'

const linking = {} as Linking
const dataSources = [
  {
    gptSystemRagDataSourceId: 'l1',
    dataSourceId: 'd1',
    topK: 5,
    useGraph: true,
    readMode: 'Search',
    folders: [],
  },
  {
    gptSystemRagDataSourceId: 'l2',
    dataSourceId: 'd2',
    topK: 5,
    useGraph: true,
    readMode: 'Search',
    folders: [],
  },
]
const wholes = () =>
  [...document.querySelectorAll<HTMLOptionElement>('option[value=whole]')].map((one) => one.text)

it('says how many tokens a library has, unless the user can’t see it', async () => {
  const library = { dataSourceId: 'd1', name: 'Handbook', passages: 30 }
  fakeReplies({
    '/currentUser/rolesWithResolvedActions': () =>
      json({ roles: [{ permissions: { resolvedActions: ['DataSourcesRead'] } }], specific: [] }),
    '/dataSources': () => json({ items: [library], continuationToken: null }),
  })
  const configuration = { dataSources } as unknown as Configuration
  show(<LibrariesField configuration={configuration} readOnly={false} linking={linking} />)
  await until(() =>
    expect(wholes()).toEqual(['Whole library if it fits (about 6,000 tokens)', 'Whole library if it fits']),
  )
})
