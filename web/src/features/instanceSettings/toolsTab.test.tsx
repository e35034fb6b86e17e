// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, untilShown } from '../../testing/screen.tsx'
import { ToolsTab } from './ToolsTab.tsx'

const tool = (state: string, missing: string[]) => ({
  ...{ tool: 'CodeInterpreter', state, missing, enabled: true, approved: false, version: 0 },
})

it('says how to configure image generation', async () => {
  const images = { ...tool('NotConfigured', []), tool: 'ImageGeneration' }
  fakeReplies({ '/instanceSettings/tools': () => json({ items: [images] }) })
  show(<ToolsTab readOnly={false} />)
  await untilShown('choose it as image deployment on the General tab')
})

it.each([
  ['Available', [], 'Available'],
  ['Reduced', ['python3-pandas'], 'Limited. Not installed on the server: python3-pandas'],
  [
    'NotConfigured',
    ['bubblewrap', 'python3-minimal'],
    'install this on the server and restart it: bubblewrap, python3-minimal',
  ],
  ['NotConfigured', ['namespaces'], 'doesn’t allow user namespaces'],
  ['NotConfigured', ['linux'], 'only on servers with Linux'],
  ['NotConfigured', [], 'Not configured'],
])('says whether code can run, and what to install: %s %j', async (state, missing, text) => {
  fakeReplies({ '/instanceSettings/tools': () => json({ items: [tool(state, missing)] }) })
  show(<ToolsTab readOnly={false} />)
  await untilShown(text)
  expect(document.querySelector('.strip.e')).toBeNull()
})
