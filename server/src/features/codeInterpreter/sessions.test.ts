import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { interpreterLimits } from '../../platform/sandbox/interpreter.ts'
import { probeSandbox } from '../../platform/sandbox/programs.ts'
import type { GivenFile } from './givenFiles.ts'
import { createSessions, type Sessions } from './sessions.ts'

let sessions: Sessions | null = null
beforeAll(async () => {
  const { programs } = await probeSandbox(interpreterLimits)
  sessions = programs && createSessions(programs)
})
afterAll(() => sessions?.stop())
beforeEach(({ skip }) => {
  if (!sessions) skip()
})

const file = (name: string, text: string): GivenFile => ({
  fileId: name + text,
  name,
  size: text.length,
  wasWritten: false,
  read: () => Readable.from([Buffer.from(text)]),
})

/** The folders of files of this process. */
const foldersOf = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`parlance-code-${process.pid}-`))

async function run(
  conversationId: string,
  code: string,
  files: GivenFile[] = [],
  signal = new AbortController().signal,
) {
  let text = ''
  const end = await sessions!.run({
    conversationId,
    code,
    seconds: 60,
    files: async () => files,
    signal,
    on(event) {
      if ('text' in event) text += event.text
    },
  })
  return { ...end, text }
}

describe('a conversation', () => {
  it('keeps its variables, which no other conversation sees', async () => {
    expect(await run('a', 'x = 1')).toMatchObject({ outcome: 'Completed', isNew: true })
    expect(await run('a', 'print(x)')).toMatchObject({ text: '1\n', isNew: false })
    expect((await run('b', 'print(x)')).error).toContain('NameError')
  })

  it('runs cells one after another in their order', async () => {
    const ran = await Promise.all([1, 2, 3].map((n) => run('c', `import time; time.sleep(0.1); print(${n})`)))
    expect(ran.map(({ text }) => text)).toEqual(['1\n', '2\n', '3\n'])
  })

  it('reads its files, also those that come later, with names that are free', async () => {
    const [one, two] = [file('data.csv', '1'), file('data.csv', '2')]
    expect((await run('d', "print(open('data.csv').read())", [one])).text).toBe('1\n')
    expect((await run('d', "print(open('data (2).csv').read())", [one, two])).text).toBe('2\n')
  })

  it.each(['../../etc/passwd', '.hidden', 'a/b\\c\u0000d', `${'ü'.repeat(300)}.csv`, 'x'.repeat(300)])(
    'gets a file with the name %j',
    async (name) => {
      const { text } = await run(
        `names ${name}`,
        "import os; print(len(os.listdir('/mnt/given')), len(os.listdir('.')))",
        [file(name, 'x')],
      )
      expect(text).toBe('1 1\n')
    },
  )

  it('gets a new process after its own has ended', async () => {
    await run('e', 'x = 1')
    expect(await run('e', 'import os; os._exit(1)')).toMatchObject({ outcome: 'Lost' })
    expect(await run('e', 'print(1)')).toMatchObject({ text: '1\n', isNew: true })
  })

  it('gives way to others if it has been idle the longest', async () => {
    await run('first', 'x = 1')
    for (let at = 0; at < 8; at += 1) await run(`next ${at}`, '1')
    expect(await run('next 7', '1')).toMatchObject({ isNew: false })
    expect(await run('first', 'print(1)')).toMatchObject({ isNew: true, text: '1\n' })
  })

  it('keeps its process if another one needs room while its cell begins', async () => {
    await run('kept', 'x = 1')
    for (let at = 0; at < 7; at += 1) await run(`full ${at}`, '1')
    const [kept, other] = await Promise.all([run('kept', 'print(x)'), run('another', 'print(2)')])
    expect(kept).toMatchObject({ text: '1\n', isNew: false })
    expect(other).toMatchObject({ text: '2\n', isNew: true })
  }, 60_000)

  it('leaves nothing if it ends while its process starts', async () => {
    for (const conversationId of ['kept', 'another']) sessions!.end(conversationId)
    for (let at = 0; at < 7; at += 1) sessions!.end(`full ${at}`)
    await expect.poll(foldersOf).toEqual([])
    sessions!.prepare('short')
    sessions!.end('short')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect.poll(foldersOf, { timeout: 5000 }).toEqual([])
    expect(await run('short', 'print(1)')).toMatchObject({ text: '1\n' })
  }, 30_000)

  it('stops a cell before and right after it begins, and keeps the variables', async () => {
    await run('stopped', 'x = 1')
    const before = AbortSignal.abort()
    expect(await run('stopped', 'x = 2', [], before)).toMatchObject({ outcome: 'Stopped' })
    const soon = new AbortController()
    const ran = run('stopped', 'import time; time.sleep(10)', [], soon.signal)
    setTimeout(() => soon.abort(), 5)
    expect(await ran).toMatchObject({ outcome: 'Stopped' })
    expect(await run('stopped', 'print(x)')).toMatchObject({ text: '1\n', isNew: false })
  })

  it('is prepared in advance', async () => {
    sessions!.prepare('p')
    expect(await run('p', 'print(1)')).toMatchObject({ text: '1\n', isNew: true })
  })
})
