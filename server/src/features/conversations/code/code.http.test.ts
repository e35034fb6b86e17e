import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest, Message, ToolCall } from '../../../engines/engine.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { type Asked, ask, attach, base } from '../testing/asking.ts'

const engine = createScriptedEngine()
let app: TestApplication
let token: string
let agent: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', CODE_INTERPRETER: 'auto' },
  })
  token = await app.token('anna')
  agent = await publishAgent(app, 'Analyst', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    capabilityTypes: ['FileSearch', 'CodeInterpreter'],
  })
})
afterAll(() => app?.remove())
beforeEach(async ({ skip }) => {
  requests = []
  const { state } = await app.platform.sandbox.state()
  if (state !== 'Available') skip()
})

/** Scripts a model that runs these cells one after another, and then answers. */
function runs(cells: string[], answer = 'Done.'): void {
  const waiting = [...cells]
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    const code = waiting.shift()
    if (code === undefined) return writer.text(answer)
    const toolCalls: ToolCall[] = [{ id: randomUUID(), name: 'run_python', input: JSON.stringify({ code }) }]
    return { finish: 'ToolCalls', toolCalls }
  })
}
const told = () =>
  (requests.at(-1)?.messages ?? []).flatMap((message: Message) =>
    message.role === 'tool' ? [message.content] : [],
  )
const fileIds = (text: string) => [...text.matchAll(/code-file:([0-9a-f-]{36})/g)].map(([, id]) => id!)

async function download({ conversationId, conversationSegmentId }: Asked, fileId: string, by = token) {
  const path = `${base}/${conversationId}/segments/${conversationSegmentId}/openAIFiles/${fileId}`
  return fetch(new URL(path, app.origin), { headers: { authorization: `Bearer ${by}` } })
}

describe('[R-3-077] the code interpreter', () => {
  test('runs what the model writes, shows code and output as they come, and tells the model', async () => {
    runs(['x = 6 * 7\nprint("six times seven")\nx'])
    const asked = await ask(app, token, { gptSystemId: agent }, 'What is six times seven?')
    expect(told()).toEqual(['six times seven\n42\n'])
    const pieces = asked.events.flatMap((one) =>
      one.event === 'code-interpreter-updated' ? [one.data.text] : [],
    )
    expect(pieces[0]).toContain('print("six times seven")')
    expect(asked.segment.codeInterpreterResponse).toBe(pieces.join(''))
    expect(asked.segment.codeInterpreterResponse).toContain('~~~~~~~~output\nsix times seven\n42')
    expect(asked.segment.steps.map(({ title, state }) => [title, state])).toContainEqual(['Ran code', 'Done'])
  })

  test('shows code while the model writes it', async () => {
    let shown: string[] = []
    let isFirst = true
    const code = 'x = 1\nprint("one")\nx'
    engine.play(async (writer) => {
      if (!isFirst) return writer.text('Done.')
      isFirst = false
      const call = {}
      const input = JSON.stringify({ code })
      for (let at = 0; at < input.length; at += 5)
        writer.toolInput?.({ call, name: 'run_python', input: input.slice(at, at + 5) })
      shown = ['x = 1', 'print("one")']
      return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'run_python', input }] }
    })
    const { events, segment } = await ask(app, token, { gptSystemId: agent }, 'Write.')
    const pieces = events.flatMap((one) => (one.event === 'code-interpreter-updated' ? [one.data.text] : []))
    expect(pieces.slice(0, 3)).toEqual(['~~~~~~~~python\n', ...shown.map((line) => `${line}\n`)])
    expect(segment.codeInterpreterResponse).toContain(
      `~~~~~~~~python\n${code}\n~~~~~~~~\n\n~~~~~~~~output\none`,
    )
  })

  test('[R-7-040] offers files and charts, which only their owner gets', async () => {
    runs([
      "import matplotlib.pyplot as plt\nplt.bar(['Ulm', 'Bonn'], [3, 4])\nplt.title('Sales')\nopen('result.csv', 'w').write('a,b\\n')",
    ])
    const asked = await ask(app, token, { gptSystemId: agent }, 'Draw a chart.')
    const shown = asked.segment.codeInterpreterResponse
    expect(shown).toContain('![Sales](code-file:')
    expect(shown).toContain('"x":["Ulm","Bonn"],"y":[3,4]')
    expect(shown).toContain('[result.csv](code-file:')
    const [chart, file] = fileIds(shown)
    const image = await download(asked, chart!)
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    const csv = await download(asked, file!)
    expect(await csv.text()).toBe('a,b\n')
    expect(csv.headers.get('content-disposition')).toContain('result.csv')
    expect((await download(asked, file!, await app.token('admin'))).status).toBe(404)
    await call(app, `${base}/${asked.conversationId}`, { token, method: 'DELETE', body: {} })
    expect((await download(asked, file!)).status).toBe(404)
  })

  test('reads attached files, and keeps variables and files from question to question', async () => {
    const attachmentId = await attach(app, token, 'sales.csv', 'city,sum\nUlm,3\nBonn,4\n', 'CodeInterpreter')
    runs(["import pandas as pd\nd = pd.read_csv('sales.csv')\nprint(d['sum'].sum())\nd.to_csv('copy.csv')"])
    const { conversationId } = await ask(app, token, { gptSystemId: agent }, 'Add up.', {
      attachmentIds: [attachmentId],
    })
    expect(told()[0]).toContain('7\n')
    expect(JSON.stringify(requests[0]?.tools)).toContain('sales.csv')
    runs(["print(len(d), open('copy.csv').read()[:4])"])
    await ask(app, token, { conversationId }, 'How many?')
    expect(requests.at(-1)?.tools.find(({ name }) => name === 'run_python')?.description).toContain(
      "d = pd.read_csv('sales.csv')",
    )
    expect(told()[0]).toContain('2 ,cit')
  })

  test('runs calls of one round one after another, each with its own output', async () => {
    let isFirst = true
    engine.play(async (writer, _signal, request) => {
      requests.push(request)
      if (!isFirst) return writer.text('Done.')
      isFirst = false
      const toolCalls = ['import time; time.sleep(0.2); print("one")', 'print("two")'].map(
        (code): ToolCall => ({ id: randomUUID(), name: 'run_python', input: JSON.stringify({ code }) }),
      )
      return { finish: 'ToolCalls', toolCalls }
    })
    const { segment } = await ask(app, token, { gptSystemId: agent }, 'Run two.')
    expect(told()).toEqual(['one\n', 'two\n'])
    const shown = segment.codeInterpreterResponse
    expect(shown.indexOf('output\none')).toBeLessThan(shown.indexOf('print("two")'))
  })

  test('gives later questions changed files once, under their names', async () => {
    const attachmentId = await attach(app, token, 'notes.txt', 'old', 'CodeInterpreter')
    runs(["open('notes.txt', 'w').write('new'); open('other.txt', 'w').write('x')"])
    const { conversationId } = await ask(app, token, { gptSystemId: agent }, 'Change it.', {
      attachmentIds: [attachmentId],
    })
    const listed = "import os\nprint(sorted(os.listdir('.')), open('notes.txt').read())"
    runs([listed, 'import os; os._exit(1)', listed])
    await ask(app, token, { conversationId }, 'What is there?')
    const same = "['notes.txt', 'other.txt'] new\n"
    expect(told()).toEqual([same, expect.stringContaining('All variables are gone'), same])
  })

  test('keeps a limited amount of files, and tells the model', async () => {
    runs(["open('first.txt', 'w').write('x')"])
    const { conversationId } = await ask(app, token, { gptSystemId: agent }, 'Write.')
    await sql`update code_file set size = 500 * 1024 * 1024 - 1 where conversation_id = ${conversationId}::uuid`.execute(
      app.platform.database.db,
    )
    runs(["open('two.txt', 'w').write('xx')", "open('one.txt', 'w').write('x')"])
    const { segment } = await ask(app, token, { conversationId }, 'Write more.')
    expect(told()[0]).toContain('no room for more files, so these were not kept: two.txt.')
    expect(segment.codeInterpreterResponse).not.toContain('[two.txt]')
    expect(segment.codeInterpreterResponse).toContain('[one.txt](code-file:')
  })

  test('says in a later question that variables are gone, and finds the files', async () => {
    runs([
      "x = 1; open('kept.txt', 'w').write('kept'); import os; os._exit(1)",
      "open('kept.txt', 'w').write('kept')",
    ])
    const { conversationId } = await ask(app, token, { gptSystemId: agent }, 'Write.')
    runs(['import os; os._exit(1)'])
    await ask(app, token, { conversationId }, 'End it.')
    runs(["print(open('kept.txt').read())"])
    const { segment } = await ask(app, token, { conversationId }, 'Read.')
    expect(told()[0]).toContain('kept\n')
    expect(told()[0]).toContain('Variables of earlier questions are gone')
    expect(segment.codeInterpreterResponse).toContain('Variables of earlier questions are gone.')
  })

  test('tells model and person why code failed', async () => {
    runs(['1 / 0', 'import os; os._exit(1)', 'print(1)'])
    const { segment } = await ask(app, token, { gptSystemId: agent }, 'Fail.')
    expect(told()).toEqual([
      expect.stringContaining('ZeroDivisionError'),
      expect.stringContaining('All variables are gone'),
      '1\n',
    ])
    expect(segment.codeInterpreterResponse).toContain('~~~~~~~~error\n')
    expect(segment.codeInterpreterResponse).toContain('Its variables are gone.')
  })

  test('isn’t offered to a model if the agent doesn’t use it, or if it is turned off', async () => {
    const other = await publishAgent(app, 'Reader', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
    })
    runs([])
    await ask(app, token, { gptSystemId: other }, 'Hello?')
    expect(JSON.stringify(requests[0]?.tools)).not.toContain('run_python')
    const admin = await app.token('admin')
    const path = '/api/internal/instanceSettings/tools'
    const put = (version: number, enabled: boolean) =>
      call(app, `${path}/CodeInterpreter`, {
        token: admin,
        method: 'PUT',
        body: { enabled, approved: false },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await put(0, false)).status).toBe(200)
    runs([])
    await ask(app, token, { gptSystemId: agent }, 'Hello?')
    expect(JSON.stringify(requests.at(-1)?.tools)).not.toContain('run_python')
    expect((await put(1, true)).status).toBe(200)
  })

  test('is stopped with the answer', async () => {
    runs(['import time\ntime.sleep(60)'])
    const { openStream } = await import('../../../testing/client.ts')
    const stream = await openStream(app, `${base}/byGptSystemId/${agent}`, {
      token,
      body: { question: 'Sleep.' },
    })
    await expect
      .poll(() => stream.events.some(({ event }) => event === 'code-interpreter-updated'))
      .toBe(true)
    const ids = stream.events[0]?.data as { conversationId: string; conversationSegmentId: string }
    await call(app, `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}/abort`, {
      token,
      method: 'POST',
      body: {},
    })
    await stream.ended
  }, 20_000)
})
