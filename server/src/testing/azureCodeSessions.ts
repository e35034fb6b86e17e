import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Runs what it gets, one after another, in one scope, as a notebook does. */
const RUNNER = `import contextlib, io, json, sys, traceback
scope = {}
for line in sys.stdin:
    printed, status = io.StringIO(), 'Succeeded'
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), scope)
        except BaseException:
            status = 'Failed'
            traceback.print_exc()
    sys.__stdout__.write(json.dumps({'status': status, 'stdout': printed.getvalue()}) + chr(10))
    sys.__stdout__.flush()`

interface Session {
  folder: string
  child: ChildProcess
  replies: ((reply: { status: string; stdout: string }) => void)[]
}

export interface AzureCodePool {
  /** The settings of a server that uses it. */
  environment: Record<string, string>
  /** The identifiers of sessions, in the order of their first call. */
  names(): string[]
  /** The paths of calls to the service, and how many tokens it gave out. */
  calls: string[]
  tokens(): number
  /** Answers the next calls with this status. 0: calls work again. */
  fail(status: number): void
  /** Ends a session, as after a time without calls. */
  end(name: string): Promise<void>
  close(): Promise<void>
}

const SECRET = 'a secret of the application'
const TOKEN = 'a token for sessions'

/**
 * A pool of code interpreter sessions like that of Azure Container Apps, on loopback. Code runs in the machine’s Python
 * without a sandbox, and `/mnt/data` is a temporary folder.
 */
export async function startAzureCodePool(): Promise<AzureCodePool> {
  const sessions = new Map<string, Session>()
  const calls: string[] = []
  let tokens = 0
  let failing = 0

  async function open(name: string): Promise<Session> {
    const folder = await mkdtemp(path.join(tmpdir(), 'parlance-pool-'))
    const child = spawn('/usr/bin/python3', ['-c', RUNNER], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, MPLCONFIGDIR: folder },
    })
    const session: Session = { folder, child, replies: [] }
    createInterface({ input: child.stdout! }).on('line', (line) =>
      session.replies.shift()?.(JSON.parse(line)),
    )
    child.once('close', () => {
      for (const reply of session.replies.splice(0)) reply({ status: 'Failed', stdout: '' })
    })
    sessions.set(name, session)
    return session
  }

  async function end(name: string): Promise<void> {
    const session = sessions.get(name)
    sessions.delete(name)
    session?.child.kill('SIGKILL')
    if (session) await rm(session.folder, { recursive: true, force: true })
  }

  async function execute(session: Session, code: string): Promise<unknown> {
    const reply = new Promise<{ status: string; stdout: string }>((resolve) => session.replies.push(resolve))
    session.child.stdin?.write(`${JSON.stringify(code.replaceAll('/mnt/data', session.folder))}\n`)
    const { status, stdout } = await reply
    return { id: 'one', status, result: { stdout, stderr: '', executionResult: '' } }
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/login/tenant/oauth2/v2.0/token') {
      const isRight = new URLSearchParams(body.toString()).get('client_secret') === SECRET
      if (!isRight) return json(401, { error: 'invalid_client' })
      tokens += 1
      return json(200, { access_token: TOKEN, expires_in: 3599 })
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return json(401, {})
    calls.push(`${request.method} ${url.pathname}`)
    if (failing !== 0) return json(failing, { error: { code: 'Failed', message: 'It failed.' } })
    const name = url.searchParams.get('identifier') ?? ''
    const session = sessions.get(name) ?? (await open(name))
    if (url.pathname === '/pool/executions')
      return json(202, await execute(session, (JSON.parse(body.toString()) as { code: string }).code))
    if (url.pathname === '/pool/files') {
      const file = fileIn(body)
      // Its own program uses the folder, too.
      const content = file.content.toString('latin1').replaceAll('/mnt/data', session.folder)
      await writeFile(path.join(session.folder, file.name), Buffer.from(content, 'latin1'))
      return json(200, { name: file.name })
    }
    const [, file] = /^\/pool\/files\/([\w.-]+)\/content$/.exec(url.pathname) ?? []
    try {
      if (file) return response.writeHead(200).end(await readFile(path.join(session.folder, file)))
    } catch {
      // There is no such file.
    }
    return json(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    environment: {
      CODE_INTERPRETER: 'azure',
      AZURE_CODE_SESSIONS_URL: `${origin}/pool`,
      AZURE_CODE_SESSIONS_TENANT_ID: 'tenant',
      AZURE_CODE_SESSIONS_CLIENT_ID: 'client',
      AZURE_CODE_SESSIONS_CLIENT_SECRET: SECRET,
      AZURE_LOGIN_URL: `${origin}/login`,
    },
    names: () => [...sessions.keys()],
    calls,
    tokens: () => tokens,
    fail(status) {
      failing = status
    },
    end,
    async close() {
      for (const name of sessions.keys()) await end(name)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the one file of a form. */
function fileIn(body: Buffer): { name: string; content: Buffer } {
  const text = body.toString('latin1')
  const [, name] = /filename="([^"]+)"/.exec(text) ?? []
  const start = text.indexOf('\r\n\r\n') + 4
  return { name: name ?? '', content: body.subarray(start, text.lastIndexOf('\r\n--')) }
}
