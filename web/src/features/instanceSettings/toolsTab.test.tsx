// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, untilShown } from '../../testing/screen.tsx'
import { ToolsTab } from './ToolsTab.tsx'

const tool = (state: string, missing: string[]) => ({
  ...{ tool: 'CodeInterpreter', state, missing, enabled: true, approved: false, version: 0 },
})

const speech = (
  transcription: [string, string[]],
  audio: [string, string[]],
  video: [string, string[], provider?: string] = ['NotConfigured', []],
) => {
  const of = ([state, missing]: [string, string[], ...unknown[]]) => ({ state, missing })
  const all = { transcription: of(transcription), audio: of(audio) }
  const provider = video[2] ?? 'Server'
  return { '/speech/capabilities': () => json({ ...all, video: { ...of(video), provider } }) }
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
    expect(shown.slice(0, 2)).toEqual(texts.map((text) => expect.stringContaining(text)))
  },
)

it.each([
  [['Available', [], 'Server'], 'By the server itself. What'],
  [['Reduced', ['espeak'], 'Server'], 'this isn’t installed: espeak'],
  [
    ['NotConfigured', ['wrtc', 'espeak'], 'Server'],
    'npm run add -- avatar and restart the server. Missing: wrtc, espeak.',
  ],
  [['NotConfigured', [], 'Server'], 'Turned off by the setting AVATAR'],
  [['Available', [], 'Azure'], 'What it says is sent there'],
  [['NotConfigured', ['redaction'], 'Azure'], 'personal data is redacted'],
  [['NotConfigured', ['approval'], 'Azure'], 'only approved deployments'],
  [['NotConfigured', ['AZURE_SPEECH_KEY'], 'Azure'], 'Check AZURE_SPEECH_KEY'],
] as [[string, string[], string], string][])(
  'says whose avatar talks, and what to do if none does: %j',
  async (video, text) => {
    fakeReplies(speech(['Available', []], ['Available', []], video))
    show(<ToolsTab readOnly={false} />)
    await untilShown('Talking avatar')
    expect([...document.querySelectorAll('dd')].at(2)?.textContent).toContain(text)
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
