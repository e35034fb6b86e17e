/**
 * Who may import whom: docs/architecture.md, checked. Prints what breaks a rule, and the sizes of files per package.
 * A rule's exceptions stand here by file, with their reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

interface Import {
  from: string
  /** A file of the project from its root, or a package's name. */
  to: string
  typeOnly: boolean
}

/** Files that may use the network outside the egress module, and why. */
const networkAllowed: Record<string, string> = {
  'server/src/platform/http/server.ts': 'serves',
  'server/src/platform/egress/addresses.ts': 'compares addresses',
  'server/src/platform/egress/egress.ts': 'sends outbound requests',
  'server/src/platform/database/embedded/wireServer.ts': 'serves on a Unix socket',
  'server/src/platform/auth/identity.ts': "is given the egress module's fetch",
}
const networkClients = /^(undici|axios|got|node-fetch|ws|node:(http|https|http2|net|tls|dgram|dns))$/
/** Values of the contract that import nothing and may reach the browser. */
const plainContract =
  /^contract\/src\/((limits|errors|events|updates|actions|promptVariables|screens|exportFile)|theme\/\w+)\.ts$/
const sqlRooms = /(^server\/src\/(platform|directory)\/|\/store\.ts$|\/policy\.ts$)/

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(name)
    return /\.(ts|tsx|mts)$/.test(entry.name) ? [name] : []
  })
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found: Import[] = []
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?([^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g
  for (const match of text.matchAll(pattern)) {
    const target = match[3] ?? match[4] ?? ''
    const names = match[2] ?? ''
    const onlyTypes =
      /^\{[^}]*\}\s*from\s+$/.test(names.trim() === '' ? '' : names.trimStart()) && everyNameIsType(names)
    found.push({ from: file, to: resolved(file, target), typeOnly: match[1] !== undefined || onlyTypes })
  }
  return found
}

function everyNameIsType(names: string): boolean {
  const list = /\{([^}]*)\}/.exec(names)?.[1] ?? ''
  return list.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

function resolved(file: string, target: string): string {
  if (target.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), target))
  const contract = /^@parlance\/contract(?:\/(.+))?$/.exec(target)
  return contract ? `contract/src/${contract[1] ?? 'index'}.ts` : target
}

const featureOf = (file: string) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(file)?.[1]

/** What is wrong with an import; null for one that keeps the rules. */
function fault({ from, to, typeOnly }: Import): string | null {
  const within = (folder: string) => to.startsWith(`${folder}/`)
  if (from.startsWith('contract/')) {
    return within('contract') || to === 'zod' || isTest(from) ? null : 'the contract imports only zod'
  }
  if (from.startsWith('web/')) return webFault(from, to, typeOnly)
  if (!from.startsWith('server/src/')) return null
  if (within('web')) return 'the server never imports the client'
  if (from.startsWith('server/src/testing/') || isTest(from)) return null
  if (within('server/src/testing')) return 'only tests import the test kit'
  if (from.startsWith('server/src/platform/') && /^server\/src\/(features|engines|directory)\//.test(to)) {
    return 'the platform imports no feature, engine, or directory'
  }
  if (from.startsWith('server/src/engines/') && /^server\/src\/(features|directory)\//.test(to))
    return 'engines import no feature'
  if (from.startsWith('server/src/directory/') && /^server\/src\/(features|engines)\//.test(to))
    return 'the directory imports no feature'
  const own = featureOf(from)
  const other = featureOf(to)
  if (other && own !== other && !/^server\/src\/features\/[^/]+\/index\.ts$/.test(to)) {
    return 'a feature is imported only through its index.ts'
  }
  if (networkClients.test(to) && !typeOnly && !networkAllowed[from])
    return '[A66b] network clients are imported only in platform/egress'
  return null
}

function webFault(from: string, to: string, typeOnly: boolean): string | null {
  if (to.startsWith('server/')) return 'the client never imports the server'
  if (to === 'zod' || to.startsWith('zod/')) return 'zod never reaches the browser'
  if (to.startsWith('contract/') && !typeOnly && !plainContract.test(to))
    return 'the client imports only types and plain values from the contract'
  if (/^@(mui|emotion)\//.test(to) && !from.startsWith('web/src/ui/mui/'))
    return 'MUI is imported only through ui/mui, which includes its theme and loads after the first frame'
  if (isTest(from)) return null
  // What shows errors and waiting shows what the calls report.
  if (from.startsWith('web/src/ui/') && /^web\/src\/api\/(apiError|busy)\.ts$/.test(to)) return null
  if (from.startsWith('web/src/ui/') && /^web\/src\/(features|app|api|session)\//.test(to))
    return 'ui imports only theme and lang'
  if (/^web\/src\/(api|session|theme|lang)\//.test(from) && /^web\/src\/(features|app)\//.test(to))
    return 'features import this, not the other way around'
  if (from.startsWith('web/src/features/') && /^web\/src\/app\//.test(to) && !typeOnly)
    return 'app imports features, not the other way around'
  return null
}

function sqlFault(file: string): string | null {
  if (!file.startsWith('server/src/') || isTest(file) || sqlRooms.test(file)) return null
  return /\bsql(<[^`]*>)?`/.test(readFileSync(path.join(root, file), 'utf8'))
    ? 'SQL belongs in store.ts, policy.ts, platform/, and migrations/'
    : null
}

function globalFetchFault(file: string): string | null {
  if (!file.startsWith('server/src/') || isTest(file) || networkAllowed[file]) return null
  return /(?<![\w.])fetch\(/.test(readFileSync(path.join(root, file), 'utf8'))
    ? '[A66b] outbound requests go through platform/egress'
    : null
}

/** What would make a program, a page or a command of a text. React and spawn with a list of words do not. */
const sinks =
  /\b(innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML|insertAdjacentHTML|createContextualFragment|document\.write|setHTMLUnsafe)\b|\beval\(|\bnew Function\(|(?<![.\w])exec(Sync)?\(|\bshell: true/
/** SQL that is no parameter is written out in the program: a text, one of two, or a constant. */
const writtenOut =
  /^\(\s*('[^']*'|"[^"]*"|`[^`$]*`|[\w.]+ \? '[^']*' : '[^']*'|[A-Z_]+|String\([A-Z_]+\))[,\s]*\)/
/** Files that put other words into SQL, and whose those are. */
const rawAllowed: Record<string, string> = {
  'server/src/features/brands/store.ts': 'sortable columns',
  'server/src/features/usage/store.ts': 'names of tables within one statement',
  'server/src/platform/backup/dumpTables.ts': 'its own number',
  'server/src/platform/backup/loadTables.ts': 'types and constraints named by the database',
  'server/src/platform/database/isoTime.ts': 'column names written out by its callers',
  'server/src/platform/database/migrate.ts': 'the migrations',
  'server/src/platform/database/ownerRole.ts': 'privileges per table, from its own list',
}

function sinkFaults(file: string): string[] {
  if (isTest(file) || /hostilePayloads\.ts$/.test(file)) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  const raw = text.split('sql.raw').slice(1)
  return [
    ...[...text.matchAll(new RegExp(sinks, 'g'))].map(
      ([found]) => `[S6] ${found} turns text into code, markup, or a command`,
    ),
    ...(rawAllowed[file] || raw.every((rest) => writtenOut.test(rest))
      ? []
      : ['[S6] SQL must use parameters or be written out']),
  ]
}

/** An exported find… or list… of a store says whose rows it may return. */
function scopeFaults(file: string): string[] {
  if (!/^server\/src\/features\/.*store\.ts$/.test(file)) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/export (?:async )?function ((?:find|list)\w*)\(([\s\S]*?)\): /g)]
    .filter(
      ([, , parameters = '']) =>
        !/\bactor\b|\bvisible\b|\bActor\b|\bReader\b|\bVisible\b|\buserId\b|asSystem/.test(parameters),
    )
    .map(([, name]) => `${name} doesn't say whose rows it returns (an actor, or asSystem with a reason)`)
}

function cycles(graph: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push([...trail.slice(trail.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

const files = ['contract/src', 'server/src', 'web/src'].flatMap(filesBelow)
const imports = files.flatMap(importsOf)
const problems = [
  ...imports.flatMap((one) => {
    const why = fault(one)
    return why ? [`${one.from} imports ${one.to}: ${why}`] : []
  }),
  ...files.flatMap((file) =>
    [sqlFault(file), globalFetchFault(file), ...sinkFaults(file), ...scopeFaults(file)]
      .filter((why) => why !== null)
      .map((why) => `${file}: ${why}`),
  ),
]
const graph = new Map(
  files.map((file) => [
    file,
    imports.filter((one) => one.from === file && files.includes(one.to)).map((one) => one.to),
  ]),
)
problems.push(...cycles(graph).map((cycle) => `circular import: ${cycle.join(' → ')}`))

for (const folder of ['contract/src', 'server/src', 'web/src']) {
  const lines = files
    .filter((file) => file.startsWith(folder) && !isTest(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length)
    .sort((a, b) => a - b)
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  process.stdout.write(
    `${folder}: ${lines.length} files, median ${at(0.5)} lines, p95 ${at(0.95)}, longest ${lines.at(-1) ?? 0}\n`,
  )
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(problems.length === 0 ? 'All imports follow the rules\n' : `${problems.length} errors\n`)
process.exitCode = problems.length === 0 ? 0 : 1
