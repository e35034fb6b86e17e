// Runs a TypeScript tool on the project's own Node, whichever Node npm itself runs on. With --install, installs
// first if needed, because a restore may run on an empty machine. With --install-all, also installs what only
// tests need.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { install } from './install.mjs'
import { platformNode, root } from './platformNode.mjs'

const [first, ...rest] = process.argv.slice(2)
const installs = first === '--install' || first === '--install-all'
try {
  if (installs) install({ withTests: first === '--install-all' })
  else if (!existsSync(path.join(root, 'node_modules')))
    throw new Error('Nothing is installed yet. Start with: npm start')
  const args = installs ? rest : [first, ...rest]
  const { status } = spawnSync(platformNode(), ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
