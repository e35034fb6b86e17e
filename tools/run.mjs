// Runs a TypeScript tool on the project's own Node, whichever Node npm itself runs on. With --install first, also where
// nothing was installed yet: a restore is made on an empty machine.
import { spawnSync } from 'node:child_process'
import { install } from './install.mjs'
import { platformNode } from './platformNode.mjs'

const given = process.argv.slice(2)
const args = given[0] === '--install' ? given.slice(1) : given
if (args !== given) {
  try {
    install({ withTests: false })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
const { status } = spawnSync(platformNode(), ['--disable-warning=ExperimentalWarning', ...args], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
