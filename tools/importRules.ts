/**
 * Checks the import rules of docs/architecture.md. Prints every import that breaks a rule, and the file sizes
 * per package. Exceptions are listed here by file, with a reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

export interface Import {
  from: string
  /** A project file by its path from the root, or a package name. */
  to: string
  typeOnly: boolean
}

/** Files that can use the network outside the egress module, and why. */
const networkAllowed: Record<string, string> = {
  'server/src/platform/http/server.ts': 'serves',
  'server/src/platform/egress/addresses.ts': 'compares addresses',
  'server/src/platform/egress/egress.ts': 'sends outbound requests',
  'server/src/platform/egress/mail.ts': 'sends email',
  'server/src/platform/egress/databaseSocket.ts': 'encrypts a connection of the egress module',
  'server/src/platform/blobs/containers/s3.ts': 'sends through the egress module',
  'server/src/platform/blobs/containers/azure.ts': 'sends through the egress module',
  'server/src/platform/database/embedded/pglite/wireServer.ts': 'serves on a Unix socket',
  'server/src/platform/auth/identity.ts': "is given the egress module's fetch",
}
const networkClients =
  /^(undici|nodemailer|axios|got|node-fetch|ws|@aws-sdk\/.*|@azure\/.*|node:(http|https|http2|net|tls|dgram|dns))$/
/** Contract modules without zod, which can be used in the browser at run time. */
const plainContract =
  /^contract\/src\/((challenge|limits|errors|events|updates|actions|promptVariables|reports|screens|exportFile|csv|citationPlace|injections|webDomains|columnName)|(theme|markdown)\/\w+)\.ts$/
const sqlRooms = /(^server\/src\/(platform|directory)\/|\/(\w+S|s)tore\.ts$|\/policy\.ts$)/

/**
 * A part of the program whose rooms lie on floors, the lowest first. A room imports rooms of lower floors only, not its
 * neighbors on the same floor.
 */
interface Storeys {
  /** Names the part in messages. */
  part: string
  /** The room of a file; null if the file is outside this part. */
  roomOf(file: string): string | null
  floors: readonly (readonly string[])[]
  /** The floor of rooms that no floor lists; without it, an unlisted room is an error. */
  unlisted?: number
}

/** The client's floors below and above its screens, which no list names: a new screen needs no line here. */
const belowScreens = [
  // `embed` is the widget for other sites, which has no dependencies.
  ['base', 'embed'],
  ['transport', 'theme', 'openers'],
  ['session', 'lang'],
  ['api', 'ui'],
  // The `data` folders of all features: calls, paths, and hooks that only read.
  ['data', 'agentAvatars', 'login'],
  [
    'agents',
    'brandName',
    'brandTheme',
    'chatModel',
    'documents',
    'exposure',
    'frame',
    'policyText',
    'prompts',
  ],
  [
    'accessExplanations',
    'announcements',
    'avatar',
    'checklist',
    'conversationReads',
    'firstRun',
    'guidelinesConsent',
    'imports',
    'limits',
    'customInstructions',
    'memories',
    'notifications',
    'personalData',
    'shortcuts',
    'tour',
  ],
  ['chatAccessPolicies', 'composer', 'shell', 'users'],
  ['thread'],
  ['transcripts'],
  ['performanceTests', 'snapshots'],
  ['retrievalDebugger', 'testChat'],
  ['agentFields'],
  ['personalAgents'],
  ['agentDiscovery', 'handsFree', 'research'],
  ['chat'],
]
// The audit log names what the other screens change.
const aboveScreens = [['auditLog'], ['app'], ['entries']]

const storeys: Storeys[] = [
  {
    part: 'web',
    roomOf(file) {
      const [, feature, data] = /^web\/src\/features\/([^/]+)\/(data\/)?/.exec(file) ?? []
      if (feature) return data ? 'data' : feature
      return /^web\/src\/([^/]+)\//.exec(file)?.[1] ?? null
    },
    floors: [...belowScreens, [], ...aboveScreens],
    unlisted: belowScreens.length,
  },
  {
    part: 'server',
    roomOf: (file) => /^server\/src\/(\w+)/.exec(file)?.[1] ?? null,
    floors: [
      ['config'],
      ['platform'],
      ['directory', 'engines'],
      ['features'],
      ['app'],
      ['assemble', 'startErrors'],
      ['startServer'],
      ['withInstance'],
      ['main'],
    ],
  },
  {
    part: 'server/platform',
    roomOf: (file) => /^server\/src\/platform\/([\w.]+)/.exec(file)?.[1] ?? null,
    floors: [
      ['clock.ts', 'confinement', 'errors.ts', 'keys.ts', 'language', 'log', 'sandbox', 'sealedText.ts'],
      ['archives', 'database', 'egress', 'rates', 'sites', 'streaming'],
      ['access', 'blobs', 'erasure', 'feeds', 'jobs', 'personalData', 'redaction', 'reports', 'runs'],
      ['audit', 'notifications', 'webhooks'],
      // The type that combines all of the above for the features.
      ['backup', 'platform.ts'],
      ['auth', 'http'],
      ['images'],
    ],
  },
  {
    part: 'server/features/conversations',
    roomOf: (file) => /^server\/src\/features\/conversations\/([\w.]+)/.exec(file)?.[1] ?? null,
    floors: [
      ['erasure', 'readers', 'visitors'],
      ['columns', 'execution', 'sources'],
      ['code', 'models', 'record', 'visionImages'],
      ['approvals', 'canvas', 'generatedImages', 'research'],
      ['answering', 'chats', 'codeRuns', 'details', 'feedback', 'history'],
      ['afterAnswers', 'reads', 'snapshots'],
      ['asking', 'imageEdits'],
      ['testAnswers'],
      ['index.ts'],
    ],
  },
]

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

const serverFeatureOf = (file: string) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]

/** Returns why an import breaks the rules; null if it follows them. */
export function importError(one: Import): string | null {
  const { from, to, typeOnly } = one
  const within = (folder: string) => to.startsWith(`${folder}/`)
  if (from.startsWith('contract/')) {
    const isParser = to === 'marked' && from.startsWith('contract/src/markdown/')
    return within('contract') || to === 'zod' || isParser || isTest(from)
      ? null
      : 'the contract imports only zod, and a parser for what answers look like'
  }
  if (from.startsWith('web/')) return clientError(from, to, typeOnly) ?? floorError(one)
  if (!from.startsWith('server/src/')) return null
  if (within('web')) return 'the server never imports the client'
  if (within('bench') || within('e2e'))
    return 'the server imports no benchmarks or end-to-end tests; share code in server/src/testing'
  if (isTest(from)) return null
  if (within('server/src/testing')) return 'only tests import the test kit'
  const own = serverFeatureOf(from)
  const other = serverFeatureOf(to)
  if (other && own !== other && !/^server\/src\/features\/[^/]+\/index\.ts$/.test(to)) {
    return 'a feature is imported through its index.ts only'
  }
  if (networkClients.test(to) && !typeOnly && !networkAllowed[from])
    return '[A66b] network clients are imported in platform/egress only'
  return floorError(one)
}

function clientError(from: string, to: string, typeOnly: boolean): string | null {
  if (to.startsWith('server/')) return 'the client never imports the server'
  if (to === 'zod' || to.startsWith('zod/')) return 'zod never reaches the browser'
  if (to.startsWith('contract/') && !typeOnly && !plainContract.test(to))
    return 'the client imports only types and plain values from the contract'
  if (/^@(mui|emotion)\//.test(to) && !from.startsWith('web/src/ui/mui/'))
    return 'MUI is imported through ui/mui only, which adds its theme and loads after the first frame'
  return null
}

/** Reports an import that leads up, or sideways to a neighbor on the same floor. */
function floorError({ from, to }: Import): string | null {
  if (isTest(from)) return null
  for (const { part, roomOf, floors, unlisted } of storeys) {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (room === null || other === null || room === other) continue
    const floorOf = (name: string) => {
      const floor = floors.findIndex((rooms) => rooms.includes(name))
      return floor === -1 ? unlisted : floor
    }
    const [floor, below] = [floorOf(room), floorOf(other)]
    const missing = floor === undefined ? room : below === undefined ? other : undefined
    if (missing !== undefined) return `${part}: no floor lists ${missing} (tools/importRules.ts)`
    if (below! > floor!) return `${part}: ${other} is above ${room}`
    if (below === floor) return `${part}: ${room} and ${other} are on the same floor`
  }
  return null
}

function sqlError(file: string): string | null {
  if (!file.startsWith('server/src/') || isTest(file) || sqlRooms.test(file)) return null
  return /\bsql(<[^`]*>)?`/.test(readFileSync(path.join(root, file), 'utf8'))
    ? 'SQL belongs in …store.ts, policy.ts, platform/, and migrations/'
    : null
}

/** Each navigation says by its hook whether it follows a click or a finished request. */
function navigationError(file: string): string | null {
  if (!/^web\/src\/(features|ui)\//.test(file) || file === 'web/src/ui/navigate.ts' || isTest(file))
    return null
  return /import \{[^}]*\b(useNavigate|Navigate)\b[^}]*\} from 'react-router'/.test(
    readFileSync(path.join(root, file), 'utf8'),
  )
    ? 'pages navigate through ui/navigate.ts, so that a finished request never takes users off the page they went to'
    : null
}

/** The Enter or Escape of an input method that composes a word is never a command. */
function compositionError(file: string): string | null {
  if (!file.startsWith('web/src/') || isTest(file)) return null
  const text = readFileSync(path.join(root, file), 'utf8')
  return /\bkey [!=]== '(Enter|Escape)'/.test(text) && !/\b(isComposing|useListKeys)\(/.test(text)
    ? 'Enter and Escape can belong to an input method: ask isComposing of ui/composing.ts'
    : null
}

/** A sidebar is mounted only while it is visible and full. What a page always needs is in a host beside it. */
function sidebarError(file: string): string | null {
  if (!/^web\/src\/features\/(\w+\/\w*Navigation\.tsx|chat\/list\/)/.test(file) || isTest(file)) return null
  return /(?<![.\w])addEventListener\(|\buse(Updates|\w*Key)\(/.test(
    readFileSync(path.join(root, file), 'utf8'),
  )
    ? 'sidebars can be closed: keys and updates of an area belong in its host, such as ChatHost.tsx'
    : null
}

/** A comparison written by hand forgets a property sooner or later, and its component then acts on an old value. */
function memoError(file: string): string | null {
  if (!file.startsWith('web/src/') || isTest(file)) return null
  // As formatted, only a call with several arguments starts on a new line.
  return /\bmemo\((\n|\w+, )/.test(readFileSync(path.join(root, file), 'utf8'))
    ? 'memo compares all properties: pass ones that stay the same (useMemo, useCallback) instead of comparing by hand'
    : null
}

/** A new version reloads the page by itself, but never over something that the user is writing. */
function formError(file: string): string | null {
  // The composer stores its text as a draft.
  if (!/^web\/src\/features\//.test(file) || isTest(file) || file.endsWith('/composer/Composer.tsx'))
    return null
  const text = readFileSync(path.join(root, file), 'utf8')
  return /<form\b/.test(text) && !/\buse(HoldPage|LeaveGuard|GuardedClose)\(/.test(text)
    ? 'a form holds the page while it has input: useHoldPage, or useLeaveGuard to ask before leaving, too'
    : null
}

/** Browsers can refuse the clipboard, which users are told in one place. */
const clipboardError = (file: string): string | null =>
  !file.startsWith('web/src/') || isTest(file) || file === 'web/src/ui/useCopy.ts'
    ? null
    : /clipboard\.write/.test(readFileSync(path.join(root, file), 'utf8'))
      ? 'text is copied through ui/useCopy.ts, which says so if the browser refuses it'
      : null

function globalFetchError(file: string): string | null {
  if (!file.startsWith('server/src/') || isTest(file) || networkAllowed[file]) return null
  return /(?<![\w.])fetch\(/.test(readFileSync(path.join(root, file), 'utf8'))
    ? '[A66b] outbound requests go through platform/egress'
    : null
}

/** What turns text into a program, a page, or a command. React, and spawn with a list of words, don't. */
const sinks =
  /\b(innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML|insertAdjacentHTML|createContextualFragment|document\.write|setHTMLUnsafe)\b|\beval\(|\bnew Function\(|(?<![.\w])exec(Sync)?\(|\bshell: true/
/** SQL that isn't a parameter is spelled out in the program: one text, one of two, or a constant. */
const spelledOut =
  /^\(\s*('[^']*'|"[^"]*"|`[^`$]*`|[\w.]+ \? '[^']*' : '[^']*'|[A-Z_]+|String\([A-Z_]+\))[,\s]*\)/
/** Files that put other text into SQL, and where it comes from. */
const rawAllowed: Record<string, string> = {
  'server/src/features/brands/store.ts': 'columns by sort key',
  'server/src/features/usage/store.ts': 'table names within one statement',
  'server/src/platform/backup/dumpTables.ts': 'a number that it computes',
  'server/src/platform/backup/loadTables.ts': 'types and constraints read from the database catalog',
  'server/src/platform/database/isoTime.ts': 'column names that callers write as constants',
  'server/src/platform/database/migrate.ts': 'the migrations',
  'server/src/platform/database/ownerRole.ts': 'privileges by table, from its own list',
}

function sinkErrors(file: string): string[] {
  if (isTest(file) || /hostilePayloads\.ts$/.test(file)) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  const raw = text.split('sql.raw').slice(1)
  return [
    ...[...text.matchAll(new RegExp(sinks, 'g'))].map(
      ([found]) => `[S6] ${found} turns text into a program, a page, or a command`,
    ),
    ...(rawAllowed[file] || raw.every((rest) => spelledOut.test(rest))
      ? []
      : ['[S6] SQL consists of parameters and constants only']),
  ]
}

/** Requires every exported find… or list… of a store to say whose rows it returns. */
function scopeErrors(file: string): string[] {
  if (!/^server\/src\/features\/.*[sS]tore\.ts$/.test(file)) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/export (?:async )?function ((?:find|list)\w*)\(([\s\S]*?)\): /g)]
    .filter(
      ([, , parameters = '']) =>
        !/\bactor\b|\bvisible\b|\bActor\b|\bReader\b|\bVisible\b|\buserId\b|asSystem/.test(parameters),
    )
    .map(([, name]) => `${name} doesn't say whose rows it returns (an actor, or asSystem with a reason)`)
}

/** Finds the cycles of a graph, each as the names along it. */
function circles(graph: Map<string, Iterable<string>>): string[][] {
  const found: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, trail: string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      found.push([...trail.slice(trail.indexOf(node)), node])
      return
    }
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}

/** Returns which of the server's features import which, based on the imports of their files. */
function featureGraph(imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [own, other] = [serverFeatureOf(from), serverFeatureOf(to)]
    if (!own || !other || own === other || isTest(from)) continue
    graph.set(own, (graph.get(own) ?? new Set()).add(other))
  }
  return graph
}

/** Checks every file, prints what it finds, and returns whether all imports follow the rules. */
function check(): boolean {
  const files = ['contract/src', 'server/src', 'web/src'].flatMap(filesBelow)
  const imports = files.flatMap(importsOf)
  const graph = new Map(
    files.map((file) => [
      file,
      imports.filter((one) => one.from === file && files.includes(one.to)).map((one) => one.to),
    ]),
  )
  const problems = [
    ...imports.flatMap((one) => {
      const why = importError(one)
      return why ? [`${one.from} imports ${one.to}: ${why}`] : []
    }),
    ...files.flatMap((file) =>
      [
        sqlError(file),
        navigationError(file),
        compositionError(file),
        sidebarError(file),
        memoError(file),
        formError(file),
        clipboardError(file),
        globalFetchError(file),
        ...sinkErrors(file),
        ...scopeErrors(file),
      ]
        .filter((why) => why !== null)
        .map((why) => `${file}: ${why}`),
    ),
    ...circles(graph).map((circle) => `files import each other in a cycle: ${circle.join(' → ')}`),
    ...circles(featureGraph(imports)).map(
      (circle) => `server features import each other in a cycle: ${circle.join(' → ')}`,
    ),
  ]
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
  process.stdout.write(
    problems.length === 0 ? 'every import follows the rules\n' : `${problems.length} errors\n`,
  )
  return problems.length === 0
}

if (import.meta.main && !check()) process.exitCode = 1
