// Starts the product. Plain JavaScript for Node 20 and later: it finds the Node 24 that everything else runs on.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { platformNode, root } from './platformNode.mjs'
import { serverFlags } from './serverFlags.mjs'

const PARENT_CHECK_MS = 500
const parent = process.ppid

try {
  install({ withTests: false })
  build()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

const server = spawn(platformNode(), [...serverFlags, 'server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, '.cache', 'compiled'),
  },
})
// A terminal also sends an interrupt to the server, which then drains. This process only waits for it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
// npm passes a SIGTERM only to its shell, which ends without passing it on.
if (process.env.npm_lifecycle_event) {
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    server.kill('SIGTERM')
  }, PARENT_CHECK_MS)
}
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
