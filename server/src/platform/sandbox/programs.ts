import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { systemCallFilter } from './systemCalls.ts'

/** What one process in the sandbox can use. */
export interface SandboxLimits {
  /** Bytes of address space of one process. */
  processBytes: number
  /** Seconds of processor time of one process. */
  cpuSeconds: number
  /** Bytes of one file, and of all files together. */
  fileBytes: number
  folderBytes: number
  processes: number
}

/** The programs of this machine that a sandbox needs, as paths. */
export interface SandboxPrograms {
  bwrap: string
  prlimit: string
  setpriv: string
  python: string
}

/** Without all libraries, cells can't read spreadsheets or draw. Their Debian packages are named. */
const libraries = {
  numpy: 'python3-numpy',
  pandas: 'python3-pandas',
  matplotlib: 'python3-matplotlib',
  openpyxl: 'python3-openpyxl',
} as const

/** Whether code can be run here, and what to install if it can't, or if libraries are missing. */
export interface SandboxState {
  state: 'Available' | 'Reduced' | 'NotConfigured'
  /** Debian packages, or `namespaces` if the system doesn't let programs be isolated. */
  missing: string[]
  programs: SandboxPrograms | null
}

const PROBE_MS = 20_000
const folders = ['/usr/bin', '/bin']
const packages = {
  bwrap: 'bubblewrap',
  prlimit: 'util-linux',
  setpriv: 'util-linux',
  python: 'python3-minimal',
}

/** Looks for the programs in these folders, and tries to start Python in a sandbox. */
export async function probeSandbox(
  limits: SandboxLimits,
  searched: readonly string[] = folders,
): Promise<SandboxState> {
  if (process.platform !== 'linux') return { state: 'NotConfigured', missing: ['linux'], programs: null }
  const found = {
    bwrap: await find('bwrap', searched),
    prlimit: await find('prlimit', searched),
    setpriv: await find('setpriv', searched),
    // Only the system's own Python is visible in the sandbox.
    python: await find('python3', searched),
  }
  const { bwrap, prlimit, setpriv, python } = found
  if (!bwrap || !prlimit || !setpriv || !python) {
    const missing = (Object.keys(packages) as (keyof typeof packages)[]).filter((name) => !found[name])
    return {
      state: 'NotConfigured',
      missing: [...new Set(missing.map((name) => packages[name]))],
      programs: null,
    }
  }
  const programs = { bwrap, prlimit, setpriv, python }
  const names = Object.keys(libraries)
  const script = `import importlib.util, sys; print(' '.join(n for n in sys.argv[1:] if importlib.util.find_spec(n)))`
  try {
    const there = await printedBy(
      spawnSandbox(programs, limits, { slot: 0, mounts: [], command: ['-c', script, ...names] }),
    )
    const missing = Object.entries(libraries).flatMap(([name, one]) => (there.includes(name) ? [] : [one]))
    return { state: missing.length > 0 ? 'Reduced' : 'Available', missing, programs }
  } catch {
    return { state: 'NotConfigured', missing: ['namespaces'], programs: null }
  }
}

/** Returns the words that a sandbox prints, if it succeeds. */
async function printedBy(child: ChildProcess): Promise<string[]> {
  const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS)
  try {
    const code = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    child.stderr?.resume()
    const [printed, ended] = await Promise.all([text(child.stdout as Readable), code])
    if (ended !== 0) throw new Error('The sandbox does not start.')
    return printed.trim().split(' ')
  } finally {
    clearTimeout(timer)
  }
}

async function find(name: string, searched: readonly string[]): Promise<string | null> {
  for (const folder of searched) {
    const file = path.join(folder, name)
    try {
      await access(file, constants.X_OK)
      return file
    } catch {
      // Try the next folder.
    }
  }
  return null
}

/** Sandboxes that run at the same time have users of their own, so that none can reach another. */
const FIRST_USER = 62_000

/** Returns the user of a sandbox on this machine; null if ours is used, because we can’t become another. */
export const userOf = (slot: number): number | null => (process.getuid?.() === 0 ? FIRST_USER + slot : null)

interface Started {
  /** From 0; sandboxes that run at the same time have different ones. */
  slot: number
  /** Files and folders of this machine that are visible, read-only. */
  mounts: readonly { from: string; to: string }[]
  /** The arguments of Python. */
  command: readonly string[]
}

/** The file descriptor from which bwrap reads the filter of system calls, and then closes it. */
const FILTER = 4

/**
 * Starts Python in a sandbox. It has four pipes: the usual three, and a channel for its messages. Killing the group of
 * the process ends all that runs in the sandbox.
 */
export function spawnSandbox(
  programs: SandboxPrograms,
  limits: SandboxLimits,
  started: Started,
): ChildProcess {
  const filter = systemCallFilter()
  const [program, args] = sandboxCommand(programs, limits, started, filter !== null)
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'],
    detached: true,
    env: {},
  })
  const given = child.stdio[FILTER] as Writable | null
  given?.on('error', () => undefined)
  given?.end(filter)
  return child
}

/**
 * Returns the program and arguments that start Python without network, without files of this machine other than
 * `/usr`, as a user without rights, and with little memory. The limits are set before Python starts, and inside of
 * the sandbox, where nothing else of this machine counts towards them.
 */
function sandboxCommand(
  { bwrap, prlimit, setpriv, python }: SandboxPrograms,
  limits: SandboxLimits,
  { slot, mounts, command }: Started,
  hasFilter: boolean,
): [string, string[]] {
  const user = userOf(slot)
  const asUser = user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  return [
    setpriv,
    [
      ...asUser,
      '--no-new-privs',
      bwrap,
      ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
      ...['--hostname', 'sandbox', '--cap-drop', 'ALL'],
      ...(hasFilter ? ['--seccomp', String(FILTER)] : []),
      ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
      ...['--symlink', 'usr/lib64', '/lib64'],
      ...hiddenFolders().flatMap((one) => ['--size', '4096', '--tmpfs', one, '--remount-ro', one]),
      ...['/etc/fonts', '/etc/matplotlibrc', '/etc/alternatives'].flatMap((one) => [
        '--ro-bind-try',
        one,
        one,
      ]),
      ...['--proc', '/proc', '--dev', '/dev'],
      // Mapped as shared, `/dev/zero` is memory that no limit counts. This one also reads as zeros.
      ...['--dev-bind', '/dev/full', '/dev/zero'],
      ...['--size', String(SHARED_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
      ...['--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp'],
      ...['--size', String(limits.folderBytes), '--tmpfs', '/mnt/data'],
      ...mounts.flatMap(({ from, to }) => ['--ro-bind', from, to]),
      // Nothing else can be written.
      ...['--remount-ro', '/', '--chdir', '/mnt/data', '--clearenv'],
      ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
      prlimit,
      ...[`--as=${limits.processBytes}`, `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileBytes}`],
      ...[`--nproc=${limits.processes}`, '--nofile=128', '--core=0'],
      python,
      '-I',
      ...command,
    ],
  ]
}

/**
 * What is below `/usr` and not from the system's packages: programs of the organization, and where images of containers
 * often put the server itself. Without this, code could read its settings if both are the same user.
 */
const hiddenFolders = (): string[] =>
  [...new Set(['/usr/local', '/usr/src', project, process.cwd()])].filter(
    (one) => one.startsWith('/usr/') && existsSync(one),
  )

const project = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')

const TEMPORARY_BYTES = 64 * 2 ** 20
const SHARED_BYTES = 16 * 2 ** 20

const environment = {
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  MPLCONFIGDIR: '/tmp/matplotlib',
  OPENBLAS_NUM_THREADS: '1',
  PATH: '/usr/bin',
  PYTHONUNBUFFERED: '1',
}
