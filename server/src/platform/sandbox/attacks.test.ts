import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Interpreter, interpreterLimits, startInterpreter } from './interpreter.ts'
import { heldBytes, usageOf, workedSeconds } from './memory.ts'
import { probeSandbox, type SandboxState } from './programs.ts'
import type { CellEnd } from './received.ts'

let state: SandboxState
let server: Server
let port: number
let connections = 0
let folder: string
let interpreter: Interpreter

beforeAll(async () => {
  state = await probeSandbox(interpreterLimits)
  server = createServer(() => {
    connections += 1
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())

beforeEach(({ skip }) => {
  if (!state.programs) skip()
})

async function begin(): Promise<void> {
  if (!state.programs) return
  folder = await mkdtemp(path.join(tmpdir(), 'given-'))
  await import('node:fs/promises').then(({ chmod }) => chmod(folder, 0o755))
  interpreter = startInterpreter({ programs: state.programs, slot: 1, givenFolder: folder })
  await interpreter.ready
}

async function end(): Promise<void> {
  if (!state.programs) return
  interpreter.close()
  await interpreter.closed
  await rm(folder, { recursive: true, force: true })
}

async function run(code: string, seconds = 300, of = interpreter): Promise<CellEnd & { text: string }> {
  let text = ''
  const signal = new AbortController().signal
  const end = await of.run({
    code,
    seconds,
    signal,
    on(event) {
      if ('text' in event) text += event.text
    },
  })
  return { ...end, text }
}

/** Runs code that prints `done` if it could do what it must not. */
async function refused(code: string): Promise<string> {
  const { text, error } = await run(`${code}\nprint('done')`)
  return text.includes('done') ? 'done' : error
}

describe('[A52] code in the sandbox', () => {
  // What is refused changes nothing, so one process is enough.
  beforeAll(begin)
  afterAll(end)

  it.each([
    ['the accounts', "open('/etc/passwd').read()"],
    ['our memory', "open('/proc/1/mem', 'rb').read(1)"],
    ['this project', `open(${JSON.stringify(import.meta.filename)}).read()`],
    [
      'our environment',
      "assert any(name not in ('HOME','LANG','MPLCONFIGDIR','OPENBLAS_NUM_THREADS','PATH','PYTHONUNBUFFERED','MPLBACKEND','PWD') for name in __import__('os').environ), 'nothing'",
    ],
    ['programs', "open('/usr/bin/other', 'w')"],
    ['its own program', "open('/mnt/harness.py', 'w')"],
    ['given files', "open('/mnt/given/x', 'w')"],
    ['the root folder', "open('/x', 'w')"],
    ['devices', "open('/dev/x', 'w')"],
    ['mounts', "import subprocess; subprocess.run(['mount', '-t', 'tmpfs', 'x', '/mnt/data'], check=True)"],
    ['other users', "import subprocess; subprocess.run(['unshare', '-Ur', 'true'], check=True)"],
    ['another user', "__import__('os').setuid(0)"],
    ['memory without a process', "import os; os.memfd_create('x')"],
    ['shared memory without a file', 'import mmap; mmap.mmap(-1, 4096)'],
    ['shared zeros', "import mmap, os; mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096, mmap.MAP_SHARED)"],
    ['memory of System V', 'import ctypes; assert ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0, "refused"'],
    ['the kernel’s keys', 'import ctypes; assert ctypes.CDLL(None).syscall(250, 0, -3, 1) >= 0, "refused"'],
    ['its first process', 'import ctypes; assert ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0, "refused"'],
    [
      'large buffers of sockets',
      'import socket; socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)',
    ],
    ['the host of a virtual machine', 'import socket; socket.socket(40, socket.SOCK_STREAM)'],
    ['higher limits', 'import resource; resource.setrlimit(resource.RLIMIT_NPROC, (10000, 10000))'],
  ])('has no access to %s', async (_name, code) => {
    expect(await refused(code)).not.toBe('done')
  })
})

describe('[A52] code in a sandbox of its own', () => {
  beforeEach(begin)
  afterEach(end)

  it('sees only its own processes and folders', async () => {
    const { text } = await run(
      "import os\nprint(sorted(os.listdir('/')), len([p for p in os.listdir('/proc') if p.isdigit()]), os.listdir('/mnt/data'))",
    )
    expect(text).toBe("['bin', 'dev', 'etc', 'lib', 'lib64', 'mnt', 'proc', 'tmp', 'usr'] 2 []\n")
  })

  it('sees no programs but those of the system’s packages, also if they are below /usr', async () => {
    const { text } = await run("import os\nprint(os.listdir('/usr/local'), os.listdir('/usr/src'))")
    expect(text).toBe('[] []\n')
    expect(await refused("open('/usr/local/x', 'w')")).toContain('Read-only')
  })

  it('sees only its own pipes', async () => {
    const { text } = await run(
      "import os\nnames = [os.readlink(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd') if os.path.lexists(f'/proc/self/fd/{n}')]\nprint(sorted(n.split('[')[0] for n in names))",
    )
    const all = "'/dev/null', 'socket:', 'socket:', 'socket:', 'socket:'"
    expect(text).toBe(`['/dev/null', '/dev/null', ${all}]\n`)
  })

  it('still maps its own memory, reads zeros, and talks to its own processes', async () => {
    const code = [
      'import mmap, os, socket, asyncio, subprocess, threading',
      'mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)',
      "print(open('/dev/zero', 'rb').read(3), socket.socketpair() is not None)",
      'async def one(): return 1',
      'print(asyncio.run(one()))',
      'from concurrent.futures import ProcessPoolExecutor',
      'with ProcessPoolExecutor(2) as pool: print(list(pool.map(abs, [-1, 2])))',
    ].join('\n')
    expect((await run(code)).text).toBe("b'\\x00\\x00\\x00' True\n1\n[1, 2]\n")
  })

  it('reaches no network, also not this machine', async () => {
    const { text } = await run(
      `import socket\nfor host in ('127.0.0.1', '10.0.0.1', '169.254.169.254', '1.1.1.1'):\n  try:\n    socket.create_connection((host, ${port}), 2); print('connected')\n  except OSError as e: print('refused')`,
    )
    expect(text).toBe('refused\n'.repeat(4))
    expect(connections).toBe(0)
  })

  it('stays in its session, which has a low priority', async () => {
    const code = [
      'import os',
      'def group():',
      '  try: return open("/proc/self/autogroup").read()',
      '  except OSError: return "/autogroup-0 nice 10\\n"',
      'before = group()',
      'os.setsid()',
      'print(os.getsid(0) == 1, group() == before, before.split(" ", 1)[1].strip(), os.nice(0))',
    ].join('\n')
    expect((await run(code)).text).toBe('True True nice 10 19\n')
  })

  it('can’t start many processes, and doesn’t keep others from doing so', async () => {
    const other = startInterpreter({ programs: state.programs!, slot: 2, givenFolder: folder })
    await other.ready
    const { text } = await run(
      'import os, time\nn = 0\ntry:\n  while n < 500:\n    if os.fork() == 0:\n      time.sleep(3); os._exit(0)\n    n += 1\nexcept OSError: pass\nprint(n)',
    )
    expect(Number(text)).toBeLessThan(interpreterLimits.processes)
    expect(
      (
        await run(
          "import subprocess\nprint(subprocess.run(['echo', 'hi'], capture_output=True, text=True).stdout)",
          20,
          other,
        )
      ).text,
    ).toContain('hi')
    other.close()
    await other.closed
  })

  it('gets an error for too much memory, and ends if its processes together use too much', async () => {
    expect((await run('x = bytearray(3 << 30)')).error).toContain('MemoryError')
    const { outcome } = await run(
      'import os, time\nfor _ in range(6):\n  if os.fork() == 0:\n    x = bytearray(500 << 20)\n    for at in range(0, len(x), 4096): x[at] = 1\n    time.sleep(300); os._exit(0)\ntime.sleep(300)',
      300,
    )
    expect(outcome).toBe('MemoryLost')
  })

  it.each([
    ['one file', "f = open('big', 'wb')\nfor _ in range(200): f.write(b'0' * (1 << 20)); f.flush()"],
    ['many files', "for i in range(40): open(f'f{i}', 'wb').write(b'0' * (20 << 20))"],
    ['shared memory', "for i in range(10): open(f'/dev/shm/f{i}', 'wb').write(b'0' * (20 << 20))"],
    ['temporary files', "for i in range(10): open(f'/tmp/f{i}', 'wb').write(b'0' * (20 << 20))"],
  ])('can’t fill the disk or the memory with %s', async (_name, code) => {
    expect(await refused(code)).toMatch(/OSError/)
  })

  it('is cut if it prints without end', async () => {
    const { text, outcome } = await run("while True: print('x' * 1000)", 2)
    expect(outcome).toBe('TimeLimit')
    expect(text.length).toBeLessThan(500_000)
    expect(text).toContain('more output is left out')
  })

  it('ends if it floods the channel', async () => {
    const flood =
      'import os\nline = b\'{"kind":"text","stream":"out","text":"\' + b\'x\' * 100000 + b\'"}\\n\'\nwhile True: os.write(3, line)'
    expect((await run(flood)).outcome).toBe('OutputLost')
  })

  it('ends if it sends an endless line', async () => {
    expect((await run("import os\nwhile True: os.write(3, b'x' * 65536)")).outcome).toBe('OutputLost')
  })

  it('can forge only its own messages, with names that are no paths', async () => {
    const forged = [
      { kind: 'file', name: '../../etc/passwd', mimeType: '' },
      { kind: 'bytes', data: 'eA==' },
      { kind: 'fileEnd' },
      { kind: 'nonsense' },
      { kind: 'done', outcome: 'Completed', error: '' },
    ]
    const lines = `${forged.map((one) => JSON.stringify(one)).join('\n')}\nnot JSON\n`
    const { files, outcome } = await run(`import os\nos.write(3, ${JSON.stringify(lines)}.encode())`)
    expect(outcome).toBe('Completed')
    expect(files.map(({ name }) => name)).toEqual(['_.._etc_passwd'])
  })

  it('doesn’t work on after it says that it is done', async () => {
    const done = JSON.stringify({ kind: 'done', outcome: 'Completed', error: '' })
    await run(`import os\nos.write(3, ${JSON.stringify(`${done}\n`)}.encode())\nwhile True: pass`, 60)
    await interpreter.closed
    expect(interpreter.isGone).toBe(true)
  })

  it('doesn’t work on in short processes after it is done', async () => {
    const code = [
      'import os, signal, threading, time',
      'signal.signal(signal.SIGCHLD, signal.SIG_IGN)',
      'def work():',
      '  while True:',
      '    if os.fork() == 0:',
      '      end = time.time() + 0.1',
      '      while time.time() < end: pass',
      '      os._exit(0)',
      '    time.sleep(0.1)',
      'threading.Thread(target=work, daemon=True).start()',
    ].join('\n')
    expect((await run(code)).outcome).toBe('Completed')
    await interpreter.closed
    expect(interpreter.isGone).toBe(true)
  }, 30_000)

  it('keeps a program that waits after it is done', async () => {
    await run("import subprocess, time\nx = 1\nsubprocess.Popen(['sleep', '100'])")
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect((await run('print(x)')).text).toBe('1\n')
  })

  it('ends if processes that a thread starts use too much memory', async () => {
    const child =
      'x = bytearray(600 << 20)\\nfor at in range(0, len(x), 4096): x[at] = 1\\nimport time; time.sleep(300)'
    const code = `import subprocess, threading, time\ndef start():\n  for _ in range(3): subprocess.Popen(['python3', '-c', '${child}'])\n  time.sleep(300)\nt = threading.Thread(target=start); t.start(); t.join()`
    expect((await run(code, 300)).outcome).toBe('MemoryLost')
  })

  it('takes all that it started along when it ends', async () => {
    await run("import subprocess\np = subprocess.Popen(['sleep', '1000'], start_new_session=True)")
    interpreter.close()
    await interpreter.closed
    const all = await readFile('/proc/loadavg', 'utf8')
    expect(all).not.toBe('')
    const { execFileSync } = await import('node:child_process')
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 1000')
  })

  it('leaves nothing behind for the next one', async () => {
    await run("open('secret.txt', 'w').write('x'); open('/tmp/secret', 'w').write('x')")
    interpreter.close()
    await interpreter.closed
    await writeFile(path.join(folder, 'own.txt'), 'x')
    const next = startInterpreter({ programs: state.programs!, slot: 1, givenFolder: folder })
    await next.ready
    expect(
      (
        await run(
          "import os\nprint(os.listdir('/mnt/data'), [f for f in os.listdir('/tmp') if f not in ('matplotlib', '.cache')])",
          20,
          next,
        )
      ).text,
    ).toBe("['own.txt'] []\n")
    next.close()
    await next.closed
  })

  it('ends with os._exit, and the next cell says so', async () => {
    expect((await run('import os\nos._exit(3)')).outcome).toBe('Lost')
  })
})

it('counts the memory of processes, and once what they share', async () => {
  const { bytes } = await usageOf(process.pid)
  expect(bytes[0]).toBeGreaterThan(10_000_000)
  expect(heldBytes([100, 110, 90, 5], 100)).toBe(110)
})

it('counts the work of processes, and something for each new one', () => {
  expect(
    workedSeconds(
      new Map([
        [1, 5],
        [2, 9],
      ]),
      new Map([
        [1, 5.5],
        [3, 0],
      ]),
      0.2,
    ),
  ).toBeCloseTo(0.7)
})
