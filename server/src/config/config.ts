import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { AllInstanceSettings } from '@parlance/contract/instanceSettings'
import { client, defaultLogLevel, logLevels } from '@parlance/contract/limits'
import { z } from 'zod'
import { type ContainerError, type ContainerPlace, readContainer } from './containerPlace.ts'
import { readDsn } from './dsn.ts'
import { folderError } from './folderError.ts'

const list = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .default([])
const url = z.url({ protocol: /^https?$/, message: 'must be an http or https URL' })
const whole = (min: number, max: number) => {
  const must = max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`
  const error = `must be a whole number ${must}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}
const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

const flag = oneOf(['1', '0', 'true', 'false', 'on', 'off']).transform((value) =>
  ['1', 'true', 'on'].includes(value),
)
const count = whole(1, Number.POSITIVE_INFINITY)

/** The model providers whose base URL, key, and deployments come from the environment, with their prefixes. */
const enginePrefixes = {
  OpenAI: 'OPENAI',
  AzureOpenAI: 'AZURE_OPENAI',
  Anthropic: 'ANTHROPIC',
  OpenAICompatible: 'COMPATIBLE',
} as const

const engineSettings = Object.fromEntries(
  Object.values(enginePrefixes).flatMap((prefix) => [
    [`${prefix}_BASE_URL`, url.optional()],
    [`${prefix}_API_KEY`, z.string().min(1).optional()],
    [`${prefix}_DEPLOYMENTS`, list],
    [`${prefix}_CONTEXT_TOKENS`, count.optional()],
    [`${prefix}_MAX_OUTPUT_TOKENS`, count.optional()],
    [`${prefix}_CONCURRENT_CALLS`, count.optional()],
  ]),
) as Record<string, z.ZodType<string | string[] | number | undefined>>

const iceServer = /^(stun|turns?):[\w.-]+(:\d{1,5})?(\?transport=(udp|tcp))?$/

/** The avatar of Azure that is used if no other is chosen. */
const azureCharacter = { character: 'lisa', style: 'casual-sitting' }
const avatarName = z.string().regex(/^[\w.-]{1,100}$/, 'must be a name of letters, digits, and hyphens')
const azureVoice = /^[a-z]{2,3}(-[A-Za-z0-9]{1,40}){2,4}(:[A-Za-z0-9]{1,40})?$/
const isAzureVoiceOfLanguage = (one: string) => {
  const [language = '', voice = '', ...rest] = one.split('=')
  return /^[a-z]{2,3}$/.test(language) && azureVoice.test(voice) && rest.length === 0
}

/** Reads a range of ports, such as 50000-50100. A session needs one. */
function readPorts(value: string): { min: number; max: number } | null {
  const [, from, to] = /^(\d{4,5})-(\d{4,5})$/.exec(value) ?? []
  const [min, max] = [Number(from), Number(to)]
  return min >= 1024 && max <= 65_535 && min < max ? { min, max } : null
}
function refusePorts(context: z.RefinementCtx): never {
  context.addIssue('must be two ports from 1024 to 65535, such as 50000-50100')
  return z.NEVER
}

/** Every setting of the server, by its name in the environment or `.env`. */
export const Settings = z.object({
  PORT: whole(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_ORIGIN: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, message: 'must be a postgres:// URL' }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/, message: 'must be a postgres:// URL' }).optional(),
  DATABASE_REPLICA_URLS: list.refine(
    (urls) => urls.every((one) => /^postgres(ql)?:\/\//.test(one) && URL.canParse(one)),
    'must be postgres:// URLs, separated by commas',
  ),
  DATABASE_UNSAFE: flag.default(false),
  EMBEDDED_DATABASE: oneOf(['auto', 'postgres', 'pglite']).default('auto'),
  CODE_INTERPRETER: oneOf(['auto', 'azure', 'off']).default('auto'),
  CODE_INTERPRETER_MINUTES_PER_DAY: whole(0, 1440).default(60),
  AZURE_CODE_SESSIONS_URL: url.optional(),
  AZURE_CODE_SESSIONS_TENANT_ID: z.string().min(1).optional(),
  AZURE_CODE_SESSIONS_CLIENT_ID: z.string().min(1).optional(),
  AZURE_CODE_SESSIONS_CLIENT_SECRET: z.string().min(1).optional(),
  AZURE_LOGIN_URL: url.default('https://login.microsoftonline.com'),
  TEXT_RECOGNITION: oneOf(['auto', 'off']).default('auto'),
  AVATAR: oneOf(['auto', 'azure', 'off']).default('auto'),
  AVATAR_SESSIONS: whole(1, 100).default(5),
  AVATAR_PORTS: z
    .string()
    .transform((value, context) => readPorts(value) ?? refusePorts(context))
    .optional(),
  AVATAR_ADDRESS: z.ipv4('must be an IPv4 address').optional(),
  AVATAR_ICE_SERVERS: list.refine(
    (urls) => urls.every((one) => iceServer.test(one)),
    'must be stun:HOST:PORT, turn:HOST:PORT, or turns:HOST:PORT, separated by commas',
  ),
  AVATAR_TURN_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  AZURE_SPEECH_REGION: z
    .string()
    .regex(/^[a-z0-9]{2,40}$/, 'must be the name of a region, such as westeurope')
    .optional(),
  AZURE_SPEECH_ENDPOINT: url.optional(),
  AZURE_SPEECH_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, 'must be a key of the Azure Speech resource')
    .optional(),
  AZURE_AVATAR_CHARACTER: avatarName.default(azureCharacter.character),
  AZURE_AVATAR_STYLE: avatarName.optional(),
  AZURE_AVATAR_VOICE: z
    .string()
    .regex(azureVoice, 'must be the name of a voice, such as en-US-AvaMultilingualNeural')
    .default('en-US-AvaMultilingualNeural'),
  AZURE_AVATAR_VOICES: list.refine(
    (voices) => voices.every(isAzureVoiceOfLanguage),
    'must be LANGUAGE=VOICE, such as ar=ar-EG-SalmaNeural, separated by commas',
  ),
  AZURE_AVATAR_PRICE: z.coerce
    .number('must be a number')
    .min(0, 'must be at least 0')
    .max(100_000, 'must be at most 100000')
    .optional(),
  LOG_LEVEL: oneOf(logLevels).default(defaultLogLevel),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  FIRST_ADMINISTRATOR: z.string().min(1).optional(),
  ENTRA_INSTANCE: url.optional(),
  ENTRA_TENANT_ID: z.string().min(1).optional(),
  ENTRA_CLIENT_ID: z.string().min(1).optional(),
  ENTRA_GRAPH: url.optional(),
  DIRECTORY_JWKS_URI: url.optional(),
  EGRESS_ALLOW: list,
  FEATURE_FLAGS: list,
  SMTP_URL: z.url({ protocol: /^smtps?$/, message: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or Name <address>',
    )
    .optional(),
  SUPERVISION_EXPORT_DIR: z.string().min(1).optional(),
  BLOB_CONTAINER_URL: z.string().min(1).optional(),
  BLOB_CONTAINER_KEY: z.string().min(1).optional(),
  // Both also appear on a settings page, whose validation messages apply here too.
  RELEASE_NOTES_URL: AllInstanceSettings.shape.releaseNotesUrl.unwrap().optional(),
  ERROR_REPORTING_DSN: AllInstanceSettings.shape.errorReportingDsn
    .unwrap()
    .refine((dsn) => readDsn(dsn) !== null, 'must be the DSN of a project, https://KEY@HOST/PROJECT')
    .optional(),
  ERROR_REPORTING_TRACED: list
    .refine((names) => names.length <= 2, 'must name at most two instances')
    .refine((names) => names.every((name) => /^[^/]+\/[^/]+$/.test(name)), 'must be ORGANIZATION/INSTANCE'),
  PROVIDER_NAME: z.string().trim().min(1).max(100).default(client.provider),
  RATE_LIMITS: oneOf(['on', 'off']).default('on'),
  TRUST_PROXY: flag.default(false),
  AZURE_OPENAI_API_VERSION: z
    .string()
    .regex(/^(v1|\d{4}-\d{2}-\d{2}(-preview)?)$/, 'must be v1 or a version such as 2024-10-21')
    .default('v1'),
  ...engineSettings,
})

interface EngineSettings {
  baseUrl: string | null
  apiKey: string | null
  deployments: string[]
  /** Overrides the limits known for a deployment by its name. */
  contextTokens: number | null
  maxOutputTokens: number | null
  /** How many calls to one deployment can be open at once. */
  concurrentCalls: number | null
}

/** A pool of code interpreter sessions in Azure Container Apps, and the application that may use it. */
export interface AzureCodeSessions {
  /** The pool’s management endpoint, like `loginUrl` without a slash at the end. */
  url: string
  tenantId: string
  clientId: string
  clientSecret: string
  /** The address of Microsoft Entra ID, which differs between clouds. */
  loginUrl: string
}

/** The real-time avatar of an Azure Speech resource. */
export interface AzureAvatar {
  /** Where the relay’s credentials come from. */
  relayUrl: string
  /** The WebSocket that avatars are controlled by. */
  socketUrl: string
  key: string
  character: string
  /** Null if the character has only one. */
  style: string | null
  /** The voice for languages that `voices` doesn’t have. */
  voice: string
  voices: Readonly<Record<string, string>>
  /** US dollars for a million characters; null if that is unknown. */
  price: number | null
}

export interface MailSettings {
  /** smtp:// with STARTTLS where the server offers it, or smtps://, with a username and password if it needs them. */
  url: string
  /** `address` or `Name <address>`. */
  from: string
  /** Whether a server without TLS and a valid certificate is refused: any server that isn't on this machine. */
  requireTls: boolean
}

export interface Config {
  port: number
  host: string
  publicOrigin: string
  dataDir: string
  databaseUrl: string | null
  /** Migrates, and grants the role of `databaseUrl` what it needs. Null: one role does both. */
  databaseOwnerUrl: string | null
  databaseReplicaUrls: string[]
  databaseUnsafe: boolean
  /** Without `databaseUrl`: PostgreSQL where it runs (`auto`), or one of the two in any case. */
  embeddedDatabase: 'auto' | 'postgres' | 'pglite'
  /** Whether code can run: on this machine, if it has what that needs, or in `azureCodeSessions`. */
  codeInterpreter: 'auto' | 'azure' | 'off'
  /** Whether the server’s Tesseract is used if it’s installed. */
  textRecognition: 'auto' | 'off'
  /** Null unless `codeInterpreter` is `azure`. */
  azureCodeSessions: AzureCodeSessions | null
  /** For how long one person can run code on a day; 0 for no limit. */
  codeMinutesPerDay: number
  avatar: {
    /** Whether avatars can talk: on this machine, if it has what that needs, or in `azure`. */
    mode: 'auto' | 'azure' | 'off'
    /** Null unless `mode` is `azure`. */
    azure: AzureAvatar | null
    /** How many can talk at once in this process. */
    mostSessions: number
    /** The UDP ports that connections use. Null: any. */
    ports: { min: number; max: number } | null
    /** Where browsers reach this machine, if its own addresses aren’t reachable. */
    address: string | null
    /** The URLs of STUN and TURN servers. */
    iceServers: string[]
    /** What credentials for the TURN servers are derived from. */
    turnSecret: string | null
  }
  logLevel: (typeof logLevels)[number]
  /** At least 32 bytes. Every other key is derived from it. */
  secretKey: Buffer
  firstAdministrator: string | null
  directory: {
    instance: string
    tenantId: string
    clientId: string
    embedded: boolean
    jwksUri: string | null
    /** The URL of the directory's graph, without its version. */
    graph: string
  }
  egressAllow: string[]
  featureFlags: string[]
  /** The operator's mail server. Null: the instance sends no email. */
  mail: MailSettings | null
  /** Where files of supervision exports are written. Null: no such files are written. */
  supervisionExportDir: string | null
  /** Where uploaded files are stored. Null: in `dataDir`. */
  blobContainer: ContainerPlace | null
  /** The target of the About panel's link, instead of the notes that come with the product. */
  releaseNotesUrl: string | null
  /** The Sentry-compatible DSN for error reports; null turns them off. */
  errorReportingDsn: string | null
  /** Instances whose requests are sampled for tracing, as `organisation/instance`. */
  errorReportingTraced: string[]
  /** The name after 'Powered by'. */
  providerName: string
  rateLimits: boolean
  trustProxy: boolean
  /** For tests: an answer with fields that aren't in its contract fails instead of losing them. */
  strictAnswers: boolean
  engines: Record<keyof typeof enginePrefixes, EngineSettings>
  azureApiVersion: string
}

/** Invalid configuration, with one line per error, printed before startup stops. */
export class ConfigError extends Error {
  readonly errors: string[]
  constructor(errors: string[]) {
    super(errors.join('\n'))
    this.errors = errors
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * The tenant and client of the embedded directory. They are fixed because they identify nothing outside this
 * instance.
 */
const embeddedTenantId = '8a1f4c1e-5b0d-4c57-9f0e-2f6d1c7e9b30'
const embeddedClientId = '3d6e2b52-7c84-4e0b-8f43-91b1c2a6d5f7'

/**
 * Reads and validates all settings. Throws ConfigError with every error at once. `keyOf` returns the key of an
 * instance without SECRET_KEY; a startup creates one.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  keyOf: (dataDir: string) => Buffer = ownSecretKey,
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const settings = parsed.data
  const publicOrigin = new URL(settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`).origin
  const errors = crossErrors(settings, publicOrigin)
  if (errors.length > 0) throw new ConfigError(errors)
  const dataDir = path.resolve(settings.DATA_DIR)
  const folder = folderError(dataDir)
  if (folder) throw new ConfigError([folder])
  const embedded = !settings.ENTRA_INSTANCE
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicOrigin,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? null,
    databaseReplicaUrls: settings.DATABASE_REPLICA_URLS,
    databaseUnsafe: settings.DATABASE_UNSAFE,
    embeddedDatabase: settings.EMBEDDED_DATABASE,
    codeInterpreter: settings.CODE_INTERPRETER,
    azureCodeSessions: azureCodeSessionsOf(settings),
    codeMinutesPerDay: settings.CODE_INTERPRETER_MINUTES_PER_DAY,
    textRecognition: settings.TEXT_RECOGNITION,
    avatar: {
      mode: settings.AVATAR,
      azure: azureAvatarOf(settings),
      mostSessions: settings.AVATAR_SESSIONS,
      ports: settings.AVATAR_PORTS ?? null,
      address: settings.AVATAR_ADDRESS ?? null,
      iceServers: settings.AVATAR_ICE_SERVERS,
      turnSecret: settings.AVATAR_TURN_SECRET ?? null,
    },
    logLevel: settings.LOG_LEVEL,
    secretKey: settings.SECRET_KEY ? secretKeyOf(settings.SECRET_KEY) : keyOf(dataDir),
    firstAdministrator: settings.FIRST_ADMINISTRATOR ?? (embedded ? 'admin' : null),
    directory: {
      embedded,
      instance: embedded ? `${publicOrigin}/directory/` : withSlash(settings.ENTRA_INSTANCE ?? ''),
      tenantId: settings.ENTRA_TENANT_ID ?? embeddedTenantId,
      clientId: settings.ENTRA_CLIENT_ID ?? embeddedClientId,
      jwksUri: settings.DIRECTORY_JWKS_URI ?? null,
      graph: settings.ENTRA_GRAPH?.replace(/\/+$/, '') ?? graphOf(settings, publicOrigin),
    },
    egressAllow: settings.EGRESS_ALLOW,
    featureFlags: settings.FEATURE_FLAGS,
    mail: mailSettings(settings),
    supervisionExportDir: settings.SUPERVISION_EXPORT_DIR
      ? path.resolve(settings.SUPERVISION_EXPORT_DIR)
      : null,
    blobContainer: containerOf(settings),
    releaseNotesUrl: settings.RELEASE_NOTES_URL ?? null,
    errorReportingDsn: settings.ERROR_REPORTING_DSN ?? null,
    errorReportingTraced: settings.ERROR_REPORTING_TRACED,
    providerName: settings.PROVIDER_NAME,
    rateLimits: settings.RATE_LIMITS === 'on',
    trustProxy: settings.TRUST_PROXY,
    strictAnswers: false,
    engines: engineConfig(settings as Record<string, unknown>),
    azureApiVersion: settings.AZURE_OPENAI_API_VERSION,
  }
}

type ContainerSettings = Pick<z.output<typeof Settings>, 'BLOB_CONTAINER_URL' | 'BLOB_CONTAINER_KEY'>

/** Throws ConfigError if the settings of the container can't be used. */
export function containerOf(settings: ContainerSettings): ContainerPlace | null {
  const { BLOB_CONTAINER_URL: url, BLOB_CONTAINER_KEY: key } = settings
  if (!url) return null
  const place = readContainer(url, key ?? null)
  if ('kind' in place) return place
  throw new ConfigError([containerError(place)])
}

const containerError = ({ field, message }: ContainerError) =>
  `BLOB_CONTAINER_${field === 'url' ? 'URL' : 'KEY'}: ${message}`

function azureCodeSessionsOf(settings: z.output<typeof Settings>): AzureCodeSessions | null {
  if (settings.CODE_INTERPRETER !== 'azure') return null
  return {
    url: withoutSlash(settings.AZURE_CODE_SESSIONS_URL ?? ''),
    tenantId: settings.AZURE_CODE_SESSIONS_TENANT_ID ?? '',
    clientId: settings.AZURE_CODE_SESSIONS_CLIENT_ID ?? '',
    clientSecret: settings.AZURE_CODE_SESSIONS_CLIENT_SECRET ?? '',
    loginUrl: withoutSlash(settings.AZURE_LOGIN_URL),
  }
}

function azureAvatarOf(settings: z.output<typeof Settings>): AzureAvatar | null {
  if (settings.AVATAR !== 'azure') return null
  const { AZURE_SPEECH_REGION: region, AZURE_SPEECH_ENDPOINT: endpoint } = settings
  const base = endpoint
    ? new URL(endpoint).origin
    : `https://${region}.tts.speech.${speechDomainOf(region ?? '')}`
  // Only the host of a region has nothing but speech.
  const relayPath = `${endpoint ? '/tts' : ''}/cognitiveservices/avatar/relay/token/v1`
  const { AZURE_AVATAR_CHARACTER: character, AZURE_AVATAR_STYLE: style } = settings
  const usualStyle = character === azureCharacter.character ? azureCharacter.style : null
  return {
    relayUrl: `${base}${relayPath}`,
    socketUrl: `${base.replace(/^http/, 'ws')}/tts/cognitiveservices/websocket/v1?enableTalkingAvatar=true`,
    key: settings.AZURE_SPEECH_KEY ?? '',
    character,
    style: style ?? usualStyle,
    voice: settings.AZURE_AVATAR_VOICE,
    voices: Object.fromEntries(settings.AZURE_AVATAR_VOICES.map((one) => one.split('=') as [string, string])),
    price: settings.AZURE_AVATAR_PRICE ?? null,
  }
}

/** National clouds have their own domains. */
function speechDomainOf(region: string): string {
  if (region.startsWith('china')) return 'azure.cn'
  return region.startsWith('usgov') ? 'azure.us' : 'microsoft.com'
}

function mailSettings({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof Settings>): MailSettings | null {
  return url && from ? { url, from, requireTls: !isLoopback(new URL(url).hostname) } : null
}

/** Microsoft's graph has its own host; any other directory serves it next to itself, like the embedded one. */
function graphOf(settings: z.output<typeof Settings>, publicOrigin: string): string {
  const instance = withSlash(settings.ENTRA_INSTANCE ?? `${publicOrigin}/directory/`)
  if (new URL(instance).hostname === 'login.microsoftonline.com') return 'https://graph.microsoft.com'
  return `${instance}${settings.ENTRA_TENANT_ID ?? embeddedTenantId}`
}

function crossErrors(settings: z.output<typeof Settings>, publicOrigin: string): string[] {
  const errors: string[] = []
  const origin = new URL(publicOrigin)
  if (!isLoopback(origin.hostname) && origin.protocol !== 'https:') {
    errors.push(
      "PUBLIC_ORIGIN: must be https unless it's loopback. Put a reverse proxy with a certificate in front",
    )
  }
  if (settings.ENTRA_INSTANCE) {
    if (!settings.ENTRA_TENANT_ID) errors.push('ENTRA_TENANT_ID: required with ENTRA_INSTANCE')
    if (!settings.ENTRA_CLIENT_ID) errors.push('ENTRA_CLIENT_ID: required with ENTRA_INSTANCE')
  }
  if (settings.DATABASE_URL && !settings.SECRET_KEY) {
    errors.push('SECRET_KEY: required with DATABASE_URL because all replicas must share it')
  }
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL) {
    errors.push('DATABASE_OWNER_URL: requires DATABASE_URL, for the same database with the application role')
  }
  if (settings.DATABASE_REPLICA_URLS.length > 0 && !settings.DATABASE_URL) {
    errors.push('DATABASE_REPLICA_URLS: requires DATABASE_URL, their primary database')
  }
  if (settings.SECRET_KEY && new Set(settings.SECRET_KEY).size < 8) {
    errors.push('SECRET_KEY: too simple. Create one with: openssl rand -base64 48')
  }
  if (settings.SECRET_KEY && secretKeyOf(settings.SECRET_KEY).length < 32) {
    errors.push('SECRET_KEY: must have at least 32 bytes after base64:')
  }
  const given = settings as Record<string, unknown>
  if (!given.AZURE_OPENAI_BASE_URL !== !given.AZURE_OPENAI_API_KEY) {
    errors.push(
      'AZURE_OPENAI_BASE_URL, AZURE_OPENAI_API_KEY: set both. The URL is that of your Azure OpenAI resource',
    )
  }
  if (settings.CODE_INTERPRETER === 'azure') {
    for (const name of ['URL', 'TENANT_ID', 'CLIENT_ID', 'CLIENT_SECRET'] as const) {
      const setting = `AZURE_CODE_SESSIONS_${name}` as const
      if (!settings[setting]) errors.push(`${setting}: required with CODE_INTERPRETER=azure`)
    }
  }
  errors.push(...azureAvatarErrors(settings))
  if (!settings.SMTP_URL !== !settings.MAIL_FROM) {
    errors.push('SMTP_URL, MAIL_FROM: set both, the mail server and the sender of emails')
  }
  if (settings.BLOB_CONTAINER_URL) {
    const place = readContainer(settings.BLOB_CONTAINER_URL, settings.BLOB_CONTAINER_KEY ?? null)
    if (!('kind' in place)) errors.push(containerError(place))
  } else if (settings.BLOB_CONTAINER_KEY) errors.push('BLOB_CONTAINER_KEY: requires BLOB_CONTAINER_URL')
  const hasTurn = settings.AVATAR_ICE_SERVERS.some((one) => one.startsWith('turn'))
  if (hasTurn !== Boolean(settings.AVATAR_TURN_SECRET)) {
    errors.push(
      'AVATAR_TURN_SECRET: set it if AVATAR_ICE_SERVERS has a TURN server, to the secret that the TURN server derives credentials from',
    )
  }
  if (settings.RATE_LIMITS === 'off' && !isLoopback(settings.HOST)) {
    errors.push('RATE_LIMITS: off is allowed only on loopback')
  }
  return errors
}

function azureAvatarErrors(settings: z.output<typeof Settings>): string[] {
  if (settings.AVATAR !== 'azure') return []
  const errors: string[] = []
  const { AZURE_SPEECH_REGION: region, AZURE_SPEECH_ENDPOINT: endpoint } = settings
  if (!region === !endpoint) {
    errors.push(
      'AZURE_SPEECH_REGION, AZURE_SPEECH_ENDPOINT: set one of them with AVATAR=azure, the region of your Azure Speech resource, or its endpoint if it has a domain of its own',
    )
  }
  if (endpoint && new URL(endpoint).protocol !== 'https:' && !isLoopback(new URL(endpoint).hostname)) {
    errors.push("AZURE_SPEECH_ENDPOINT: must be https unless it's loopback, because the key is sent there")
  }
  if (!settings.AZURE_SPEECH_KEY) errors.push('AZURE_SPEECH_KEY: required with AVATAR=azure')
  return errors
}

const BASE64 = 'base64:'

/**
 * Returns a key's bytes: its text, or the decoded bytes after `base64:`, as in the file that the embedded
 * instance creates.
 */
export function secretKeyOf(setting: string): Buffer {
  return setting.startsWith(BASE64)
    ? Buffer.from(setting.slice(BASE64.length), 'base64')
    : Buffer.from(setting)
}

function engineConfig(settings: Record<string, unknown>): Config['engines'] {
  const entries = Object.entries(enginePrefixes).map(([engine, prefix]) => {
    const given = <T>(name: string) => (settings[`${prefix}_${name}`] as T | undefined) ?? null
    return [
      engine,
      {
        baseUrl: given<string>('BASE_URL'),
        apiKey: given<string>('API_KEY'),
        deployments: given<string[]>('DEPLOYMENTS') ?? [],
        contextTokens: given<number>('CONTEXT_TOKENS'),
        maxOutputTokens: given<number>('MAX_OUTPUT_TOKENS'),
        concurrentCalls: given<number>('CONCURRENT_CALLS'),
      },
    ]
  })
  return Object.fromEntries(entries) as Config['engines']
}

/**
 * With the embedded database, the key is created once and stored next to the data, readable only by its owner.
 */
function ownSecretKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // A restore killed at its last step is completed when the database is opened, with this key.
  const restored = path.join(dataDir, 'restored', 'secret-key')
  if (existsSync(restored)) return readKey(restored)
  const file = path.join(dataDir, 'secret-key')
  if (!existsSync(file)) createKey(file)
  return readKey(file)
}

/**
 * Creates a key that is complete and on disk before its file has its name, because everything is encrypted and
 * signed with it. Another process may create one at the same time; the first one stays.
 */
function createKey(file: string): void {
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, randomBytes(48).toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(part, file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // Some file systems have no links.
    if (code !== 'EEXIST') renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
  // Windows can't open folders.
  if (process.platform === 'win32') return
  const folder = openSync(path.dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length > 0) return key
  throw new ConfigError([
    `DATA_DIR: ${file} is empty, but everything secret is encrypted with it. Restore the file from a backup. If this server has never been used, delete the file.`,
  ])
}

const withoutSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address)

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
