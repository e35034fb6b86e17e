import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

/** A fresh profile, no background traffic, and only TCP, so that a proxy in between sees everything. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  // A new page uses a process that has compiled the client's scripts, which saves half of loading it.
  '--process-per-site',
  // Containers often have too little shared memory for a browser.
  '--disable-dev-shm-usage',
  // Several browsers share few processors, and threads that wake each other cost a tenth of their time.
  '--js-flags=--single-threaded',
]
/** The windowless one comes first: it only renders pages, which uses a third less of the machine. */
const INSTALLED = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

interface Chromium {
  executablePath: string
  /** A folder with libraries that the machine may lack. */
  libraries?: string
}

let opened: Promise<Browser> | null = null

/** Returns the browser of this process, which is closed with it. */
export async function openBrowser(): Promise<Browser> {
  if (!opened || !(await opened).isConnected()) opened = launchBrowser()
  return opened
}

/** Starts a browser: the one in CHROMIUM_PATH, an installed one, or the one from the npm package. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, libraries } = installedChromium() ?? (await packagedChromium())
  return chromium.launch({
    executablePath,
    args: FLAGS,
    env: { ...environment(), ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) },
  })
}

function installedChromium(): Chromium | null {
  const given = process.env.CHROMIUM_PATH
  if (given === 'package') return null
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH isn't a file: ${given}`)
    return { executablePath: given }
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = INSTALLED.flatMap((name) =>
    ['/usr/bin', ...folders].map((folder) => path.join(folder, name)),
  )
  const executablePath = candidates.find((candidate) => existsSync(candidate))
  return executablePath ? { executablePath } : null
}

/**
 * Returns the packaged browser, unpacked once into the cache with the libraries that a bare machine lacks. The
 * package unpacks into the system's temporary folder and uses any existing file there; the cache is our own.
 */
async function packagedChromium(): Promise<Chromium> {
  const cache = path.join(import.meta.dirname, '../.cache')
  const folder = path.join(cache, 'chromium')
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const unpacked = await mkdtemp(path.join(cache, 'chromium-'))
    const { TMPDIR } = process.env
    process.env.TMPDIR = unpacked
    try {
      const { default: chromiumPackage, inflate } = await import('@sparticuz/chromium')
      await chromiumPackage.executablePath()
      const archive = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))
      await inflate(fileURLToPath(archive))
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
    await rename(unpacked, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  }
  return { executablePath: path.join(folder, 'chromium'), libraries: path.join(folder, 'al2023', 'lib') }
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
