/**
 * Measures each page's first load from the build's manifest: its entry with all static imports, gzipped, in kB
 * of 1,000 bytes. Exits 1 if a page exceeds its budget. Run after `vite build web`.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
  dynamicImports?: string[]
}

/** A page's budget, and the chunks it loads lazily but immediately, because a signed-in chat needs them. */
interface Page {
  entry: string
  kB: number
  with: string[]
  /** Chunks that must not be in its first load, by name or key. */
  without?: RegExp
}

/** Preloaded with the index page, whichever page is requested. */
const chat = ['src/features/chat/ChatNavigation.tsx', 'src/features/chat/ChatPage.tsx']

const pages: Record<string, Page> = {
  login: { entry: 'login.html', kB: 150, with: [] },
  // For visitors, who need neither the sign-in nor the administration.
  'public chat': {
    entry: 'public.html',
    kB: 290,
    with: ['src/features/thread/Thread.tsx'],
    without: /^(signIn|directory)$|^src\/features\/(?!publicChat|chat|thread)/,
  },
  'signed-in chat': {
    entry: 'index.html',
    kB: 360,
    with: [...chat, 'src/session/directory.ts'],
  },
  administration: {
    entry: 'index.html',
    kB: 380,
    with: [...chat, 'src/session/directory.ts', 'src/features/dataSources/DataSourcesPage.tsx'],
  },
}

type Manifest = Record<string, Chunk>

const dist = new URL('../web/dist/', import.meta.url)
const read = (name: string): Manifest => JSON.parse(readFileSync(new URL(name, dist), 'utf8'))
const manifest = read('.vite/manifest.json')

function staticFiles(key: string, seen = new Set<string>(), of = manifest): Set<string> {
  const chunk = of[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const next of chunk.imports ?? []) staticFiles(next, seen, of)
  return seen
}

const weights = new Map<string, number>()
function weight(file: string): number {
  const known = weights.get(file) ?? gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length
  weights.set(file, known)
  return known
}

let failed = false

/** The script that other sites include. */
const WIDGET_KB = 8
for (const [page, { entry, kB, with: also, without }] of Object.entries(pages)) {
  const missing = [entry, ...also].filter((key) => !manifest[key])
  const keys = new Set([entry, ...also].flatMap((key) => [...staticFiles(key)]))
  const scripts = new Set([...keys].map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js')))
  const styles = new Set([...keys].flatMap((key) => manifest[key]!.css ?? []))
  const sum = (files: Set<string>) => [...files].reduce((total, file) => total + weight(file), 0) / 1000
  const wrong = [...keys].filter((key) => without?.test(key) || without?.test(manifest[key]!.name ?? ''))
  const over = sum(scripts) > kB || missing.length > 0 || wrong.length > 0
  failed ||= over
  process.stdout.write(
    `${page.padEnd(15)} ${sum(scripts).toFixed(1).padStart(6)} of ${kB} kB script, ${sum(styles).toFixed(1)} kB style${over ? '  TOO LARGE' : ''}\n`,
  )
  for (const key of wrong) process.stdout.write(`  doesn’t belong here: ${key}\n`)
  for (const key of missing) process.stdout.write(`  not in the build: ${key}\n`)
  if (process.argv.includes('--list')) {
    for (const file of [...scripts].sort((a, b) => weight(b) - weight(a))) {
      process.stdout.write(`  ${(weight(file) / 1000).toFixed(1).padStart(6)} ${file}\n`)
    }
  }
}
const widget = weight('embed/widget.js') / 1000
failed ||= widget > WIDGET_KB
process.stdout.write(
  `${'widget'.padEnd(15)} ${widget.toFixed(1).padStart(6)} of ${WIDGET_KB} kB script${widget > WIDGET_KB ? '  TOO LARGE' : ''}\n`,
)
/** The frame that draws diagrams, before it loads what the kind of diagram needs. */
const FRAME_KB = 180
const frames = read('frames/.vite/manifest.json')
const frameFiles = [...staticFiles('diagram.html', new Set(), frames)].map(
  (key) => `frames/${frames[key]!.file}`,
)
const frame = frameFiles.reduce((total, file) => total + weight(file), 0) / 1000
failed ||= frame > FRAME_KB || frameFiles.length === 0
process.stdout.write(
  `${'diagram frame'.padEnd(15)} ${frame.toFixed(1).padStart(6)} of ${FRAME_KB} kB script${frame > FRAME_KB ? '  TOO LARGE' : ''}\n`,
)
process.exitCode = failed ? 1 : 0
