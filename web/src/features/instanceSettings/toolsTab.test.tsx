// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, untilShown } from '../../testing/screen.tsx'
import { ToolsTab } from './ToolsTab.tsx'

const tool = (state: string, missing: string[]) => ({
  ...{ tool: 'CodeInterpreter', state, missing, enabled: true, approved: false, version: 0 },
})

const speech = (transcription: [string, string[]], audio: [string, string[]]) => {
  const of = ([state, missing]: [string, string[]]) => ({ state, missing })
  return { '/speech/capabilities': () => json({ transcription: of(transcription), audio: of(audio) }) }
}
const noSpeech = speech(['NotConfigured', ['deployment']], ['NotConfigured', ['deployment', 'espeak-ng']])

it.each([
  [['Available', []], ['Available', []], 'By the chosen deployment', 'By the chosen deployment'],
  [
    ['NotConfigured', ['deployment']],
    ['Reduced', ['deployment']],
    'By browsers that',
    'the server’s own voices',
  ],
  [
    ['NotConfigured', ['deployment']],
    ['NotConfigured', ['deployment', 'espeak-ng']],
    'By browsers that',
    'install espeak-ng',
  ],
  [
    ['NotConfigured', ['redaction']],
    ['Reduced', ['redaction']],
    'isn’t used, because',
    'isn’t used, because',
  ],
] as [[string, string[]], [string, string[]], string, string][])(
  'says by what messages are dictated and answers read: %j %j',
  async (transcription, audio, ...texts) => {
    fakeReplies(speech(transcription, audio))
    show(<ToolsTab readOnly={false} />)
    await untilShown('Dictation')
    const shown = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
    expect(shown).toEqual(texts.map((text) => expect.stringContaining(text)))
  },
)

it('says how to configure image generation', async () => {
  const images = { ...tool('NotConfigured', []), tool: 'ImageGeneration' }
  fakeReplies({ ...noSpeech, '/instanceSettings/tools': () => json({ items: [images] }) })
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
  ['NotConfigured', ['redaction'], 'personal data is redacted for providers'],
  ['NotConfigured', ['linux'], 'only on servers with Linux'],
  ['NotConfigured', [], 'Not configured'],
])('says whether code can run, and what to install: %s %j', async (state, missing, text) => {
  fakeReplies({ ...noSpeech, '/instanceSettings/tools': () => json({ items: [tool(state, missing)] }) })
  show(<ToolsTab readOnly={false} />)
  await untilShown(text)
  expect(document.querySelector('.strip.e')).toBeNull()
})
