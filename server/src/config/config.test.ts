import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultLogLevel, logLevels } from '@parlance/contract/limits'
import { describe, expect, test } from 'vitest'
import { createConfiguredEngines } from '../engines/configured.ts'
import { isDemo } from '../platform/auth/demo.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { createLog } from '../platform/log/log.ts'
import { ConfigError, readConfig, Settings } from './config.ts'
import { unknownSettings } from './environment.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'parlance-config-'))
const errorsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig({ DATA_DIR, ...environment })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
}

/** What the avatar of Azure needs. */
const azureAvatar = {
  AVATAR: 'azure',
  AZURE_SPEECH_REGION: 'westeurope',
  AZURE_SPEECH_KEY: '0123456789abcdef0123456789abcdef',
}

describe('settings', () => {
  test('all errors are reported at once, one per line', () => {
    const errors = errorsOf({
      PORT: '99999',
      LOG_LEVEL: 'LOUD',
      DATABASE_URL: 'mysql://x',
      SECRET_KEY: 'short',
    })
    expect(errors.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'SECRET_KEY',
    ])
    for (const line of errors) expect(line).not.toContain('\n')
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ OPENAI_CONCURRENT_CALLS: '0' }, 'OPENAI_CONCURRENT_CALLS: must be a whole number of at least 1'],
    [{ LOG_LEVEL: 'LOUD' }, 'LOG_LEVEL: must be one of DEBUG, INFO, WARN, ERROR'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be one of 1, 0, true, false, on, off'],
  ])('%j reports the allowed values', (environment, error) => {
    expect(errorsOf(environment as Record<string, string>)).toEqual([error])
  })

  test("a data folder that is a file is refused with the doctor's message", () => {
    const file = path.join(DATA_DIR, 'a-file')
    writeFileSync(file, '')
    expect(errorsOf({ DATA_DIR: path.join(file, 'data') })).toEqual([
      `DATA_DIR: ${file} is a file. Set a folder.`,
    ])
  })

  test('a data folder that root may write to but no one can is refused at once', () => {
    expect(errorsOf({ DATA_DIR: '/proc/parlance/data' })).toEqual([
      expect.stringMatching(/^DATA_DIR: can't write to \/proc/),
    ])
  })

  test("a folder of uploaded files that can't be written to is refused, and nothing is left in one that can", () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-config-'))
    symlinkSync('/proc', path.join(dataDir, 'blobs'))
    const before = readdirSync(dataDir)
    expect(errorsOf({ DATA_DIR: dataDir })).toEqual([
      expect.stringMatching(/^DATA_DIR: can't write to .*\/blobs\b/),
    ])
    expect(readdirSync(dataDir)).toEqual(before)
  })

  test("reports an unknown name, but not Node's own", () => {
    const given = { DATABASE_ULR: 'x', PORT: '1', BACKUP_PASSPHRASE: 'x', NODE_OPTIONS: '', https_proxy: '' }
    expect(unknownSettings(given)).toEqual(['DATABASE_ULR'])
  })

  test.each([
    [{ PUBLIC_ORIGIN: 'http://chat.example.com' }, 'PUBLIC_ORIGIN'],
    [{ HOST: '0.0.0.0', RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    [
      {
        PUBLIC_ORIGIN: 'http://chat.example.com',
        ENTRA_INSTANCE: 'https://login.example.com/',
        ENTRA_TENANT_ID: 't',
        ENTRA_CLIENT_ID: 'c',
      },
      'PUBLIC_ORIGIN',
    ],
    [{ ENTRA_INSTANCE: 'https://login.example.com/' }, 'ENTRA_TENANT_ID'],
    [{ DATABASE_URL: 'postgres://localhost/x' }, 'SECRET_KEY'],
    [{ DATABASE_REPLICA_URLS: 'postgres://localhost/y' }, 'DATABASE_REPLICA_URLS'],
    [{ SECRET_KEY: 'changeme' }, 'SECRET_KEY'],
    [{ SECRET_KEY: 'a'.repeat(64) }, 'SECRET_KEY'],
    [
      { ERROR_REPORTING_DSN: 'https://key:SECRET@errors.example/1' },
      'ERROR_REPORTING_DSN: Leave out the secret',
    ],
    [{ ERROR_REPORTING_DSN: 'https://errors.example/1' }, 'ERROR_REPORTING_DSN: must be the DSN'],
    [{ ERROR_REPORTING_DSN: 'https://key@errors.example/' }, 'ERROR_REPORTING_DSN: must be the DSN'],
    [{ ERROR_REPORTING_DSN: 'ftp://key@errors.example/1' }, 'ERROR_REPORTING_DSN: Enter an http'],
    [{ ERROR_REPORTING_DSN: `https://key@errors.example/${'1'.repeat(2000)}` }, 'ERROR_REPORTING_DSN'],
    [{ RELEASE_NOTES_URL: `https://notes.example/${'1'.repeat(2000)}` }, 'RELEASE_NOTES_URL'],
    [{ AVATAR_ICE_SERVERS: 'http://turn.example.com' }, 'AVATAR_ICE_SERVERS'],
    [{ AVATAR_ICE_SERVERS: 'turn:turn.example.com:3478' }, 'AVATAR_TURN_SECRET'],
    [{ AVATAR_TURN_SECRET: 'short' }, 'AVATAR_TURN_SECRET'],
    [{ AVATAR_PORTS: '50100-50000' }, 'AVATAR_PORTS'],
    [{ AVATAR_ADDRESS: 'chat.example.com' }, 'AVATAR_ADDRESS'],
    [{ ...azureAvatar, AZURE_SPEECH_REGION: '' }, 'AZURE_SPEECH_REGION, AZURE_SPEECH_ENDPOINT'],
    [{ ...azureAvatar, AZURE_SPEECH_ENDPOINT: 'https://x.example.com' }, 'AZURE_SPEECH_REGION'],
    [
      { ...azureAvatar, AZURE_SPEECH_REGION: '', AZURE_SPEECH_ENDPOINT: 'http://x.example.com' },
      'AZURE_SPEECH_ENDPOINT: must be https',
    ],
    [{ ...azureAvatar, AZURE_SPEECH_REGION: 'West Europe' }, 'AZURE_SPEECH_REGION'],
    [{ ...azureAvatar, AZURE_SPEECH_KEY: '' }, 'AZURE_SPEECH_KEY: required'],
    [{ ...azureAvatar, AZURE_SPEECH_KEY: 'short' }, 'AZURE_SPEECH_KEY'],
    [{ ...azureAvatar, AZURE_AVATAR_CHARACTER: '<lisa>' }, 'AZURE_AVATAR_CHARACTER'],
    [{ ...azureAvatar, AZURE_AVATAR_VOICE: "en-US-Ava'/>" }, 'AZURE_AVATAR_VOICE'],
    [{ ...azureAvatar, AZURE_AVATAR_VOICES: 'ar:ar-EG-SalmaNeural' }, 'AZURE_AVATAR_VOICES'],
    [{ ...azureAvatar, AZURE_AVATAR_PRICE: 'much' }, 'AZURE_AVATAR_PRICE'],
    [{ AZURE_OPENAI_API_KEY: 'k' }, 'AZURE_OPENAI_BASE_URL'],
    [{ AZURE_OPENAI_BASE_URL: 'https://x.example.com' }, 'AZURE_OPENAI_BASE_URL'],
    [{ AZURE_OPENAI_API_VERSION: 'newest' }, 'AZURE_OPENAI_API_VERSION'],
    [{ OPENAI_CONTEXT_TOKENS: '0' }, 'OPENAI_CONTEXT_TOKENS'],
    [{ COMPATIBLE_CONCURRENT_CALLS: 'many' }, 'COMPATIBLE_CONCURRENT_CALLS'],
  ])('[A29] %j prevents startup and names %s', (environment, named) => {
    expect(errorsOf(environment as Record<string, string>)[0]).toMatch(new RegExp(`^${named}`))
  })

  test('name the avatar of Azure by its region or by its endpoint', () => {
    const read = (more: Record<string, string>) =>
      readConfig({ DATA_DIR, ...azureAvatar, ...more }).avatar.azure
    const usual = {
      key: azureAvatar.AZURE_SPEECH_KEY,
      character: 'lisa',
      style: 'casual-sitting',
      voice: 'en-US-AvaMultilingualNeural',
      voices: {},
      price: null,
    }
    expect(read({})).toEqual({
      relayUrl: 'https://westeurope.tts.speech.microsoft.com/cognitiveservices/avatar/relay/token/v1',
      socketUrl:
        'wss://westeurope.tts.speech.microsoft.com/tts/cognitiveservices/websocket/v1?enableTalkingAvatar=true',
      ...usual,
    })
    expect(read({ AZURE_SPEECH_REGION: 'chinaeast2' })?.relayUrl).toContain(
      '//chinaeast2.tts.speech.azure.cn/',
    )
    expect(
      read({
        AZURE_SPEECH_REGION: '',
        AZURE_SPEECH_ENDPOINT: 'https://house.cognitiveservices.azure.com/',
        AZURE_AVATAR_CHARACTER: 'anika',
        AZURE_AVATAR_VOICES: 'ar=ar-EG-SalmaNeural, zh=zh-CN-Xiaochen:DragonHDLatestNeural',
        AZURE_AVATAR_PRICE: '650.5',
      }),
    ).toEqual({
      ...usual,
      relayUrl: 'https://house.cognitiveservices.azure.com/tts/cognitiveservices/avatar/relay/token/v1',
      socketUrl:
        'wss://house.cognitiveservices.azure.com/tts/cognitiveservices/websocket/v1?enableTalkingAvatar=true',
      character: 'anika',
      style: null,
      voices: { ar: 'ar-EG-SalmaNeural', zh: 'zh-CN-Xiaochen:DragonHDLatestNeural' },
      price: 650.5,
    })
    expect(read({ AVATAR: 'auto' })).toBe(null)
  })

  test('[A29] without SECRET_KEY the embedded instance creates one of 48 random bytes that only its owner can read', () => {
    const first = readConfig({ DATA_DIR })
    const file = path.join(DATA_DIR, 'secret-key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(48)
    expect(readConfig({ DATA_DIR }).secretKey.equals(first.secretKey)).toBe(true)
  })

  test('an empty key file prevents startup, and says what to do', () => {
    const file = path.join(DATA_DIR, 'secret-key')
    readConfig({ DATA_DIR })
    const before = readFileSync(file)
    writeFileSync(file, '')
    expect(errorsOf({ DATA_DIR })).toEqual([
      expect.stringMatching(/^DATA_DIR: .*secret-key is empty.*Restore the file from a backup/),
    ])
    writeFileSync(file, before)
    expect(readdirSync(DATA_DIR).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('an external directory replaces the embedded one', () => {
    const config = readConfig({
      DATA_DIR,
      ENTRA_INSTANCE: 'https://login.example.com',
      ENTRA_TENANT_ID: 'tenant',
      ENTRA_CLIENT_ID: 'client',
    })
    expect(config.directory).toMatchObject({
      embedded: false,
      instance: 'https://login.example.com/',
      tenantId: 'tenant',
    })
    expect(config.firstAdministrator).toBeNull()
  })

  test.each([
    ['https://login.microsoftonline.com', undefined, 'https://graph.microsoft.com'],
    ['https://login.microsoftonline.us/', 'https://graph.microsoft.us/', 'https://graph.microsoft.us'],
    ['https://login.example.com', undefined, 'https://login.example.com/tenant'],
  ])('the graph URL of %s with %j is %s', (instance, graph, expected) => {
    const entra = { ENTRA_INSTANCE: instance, ENTRA_TENANT_ID: 'tenant', ENTRA_CLIENT_ID: 'client' }
    const config = readConfig({ DATA_DIR, ...entra, ...(graph ? { ENTRA_GRAPH: graph } : {}) })
    expect(config.directory.graph).toBe(expected)
  })

  test('the embedded directory also works for other hosts, without demo accounts', () => {
    for (const environment of [{ HOST: '0.0.0.0' }, { PUBLIC_ORIGIN: 'https://chat.example.com' }]) {
      const config = readConfig({ DATA_DIR, ...environment })
      expect(config.directory.embedded).toBe(true)
      expect(isDemo(config)).toBe(false)
    }
    expect(isDemo(readConfig({ DATA_DIR }))).toBe(true)
  })
})

describe('model provider settings', () => {
  test("set each provider's URL, key, deployments, and limits", () => {
    const config = readConfig({
      DATA_DIR,
      AZURE_OPENAI_BASE_URL: 'https://house.openai.azure.com',
      AZURE_OPENAI_API_KEY: 'azure-key',
      AZURE_OPENAI_DEPLOYMENTS: 'a, b',
      AZURE_OPENAI_CONTEXT_TOKENS: '64000',
      AZURE_OPENAI_MAX_OUTPUT_TOKENS: '2000',
      AZURE_OPENAI_CONCURRENT_CALLS: '4',
      AZURE_OPENAI_API_VERSION: '2024-10-21',
    })
    expect(config.engines.AzureOpenAI).toEqual({
      baseUrl: 'https://house.openai.azure.com',
      apiKey: 'azure-key',
      deployments: ['a', 'b'],
      contextTokens: 64_000,
      maxOutputTokens: 2_000,
      concurrentCalls: 4,
    })
    expect(config.azureApiVersion).toBe('2024-10-21')
    expect(config.engines.Anthropic).toMatchObject({ baseUrl: null, apiKey: null, contextTokens: null })
  })

  test('name the deployments available to agents, with their limits', async () => {
    const config = readConfig({
      DATA_DIR,
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_DEPLOYMENTS: 'claude-opus-4-1',
      COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1',
      COMPATIBLE_DEPLOYMENTS: 'small',
      COMPATIBLE_CONTEXT_TOKENS: '32000',
      OPENAI_DEPLOYMENTS: 'without-a-key',
    })
    const registry = await createConfiguredEngines(
      {
        config,
        egress: createEgress([]),
        log: createLog('ERROR'),
        redaction: { forProviders: async () => null },
      },
      async () => ({
        connections: {},
        deployments: [],
        working: [],
        onlyApproved: false,
      }),
    ).current()
    expect(
      registry.deployments().map((one) => [one.languageEngine, one.deploymentName, one.contextTokens]),
    ).toEqual([
      ['Anthropic', 'claude-opus-4-1', 200_000],
      ['OpenAICompatible', 'small', 32_000],
    ])
    expect(registry.findDeployment('OpenAICompatible', 'not-listed')).toMatchObject({ contextTokens: 32_000 })
    expect(() => registry.find('OpenAI')).toThrow(expect.objectContaining({ code: 'engine.notConfigured' }))
  })
})

test('the guide names every setting, and those with provider prefixes once', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/guide/settings.md'), 'utf8')
  const once = /^(AZURE_OPENAI|ANTHROPIC|COMPATIBLE)_(CONTEXT_TOKENS|MAX_OUTPUT_TOKENS|CONCURRENT_CALLS)$/
  const names = Object.keys(Settings.shape).map((name) => name.replace(once, 'OPENAI_$2'))
  expect(names.filter((name) => !new RegExp(`^\\| ${name}\\b`, 'm').test(guide))).toEqual([])
})

describe('logging', () => {
  const written = (level: (typeof logLevels)[number]): string[] => {
    const lines: string[] = []
    const log = createLog(level, {
      write: (line) => void lines.push((JSON.parse(line) as { level: string }).level),
    })
    log.debug('a.b')
    log.info('a.b')
    log.warn('a.b')
    log.error('a.b')
    return lines
  }

  test('[R-4-112] the levels are DEBUG, INFO, WARN and ERROR, each including those above it', () => {
    expect(logLevels).toEqual(['DEBUG', 'INFO', 'WARN', 'ERROR'])
    expect(logLevels.map((level) => written(level).length)).toEqual([4, 3, 2, 1])
    expect(written('DEBUG')).toEqual(['DEBUG', 'INFO', 'WARN', 'ERROR'])
  })

  test('[R-4-113] [R-9-005] the default level is ERROR', () => {
    expect(defaultLogLevel).toBe('ERROR')
    expect(written(readConfig({ DATA_DIR }).logLevel)).toEqual(['ERROR'])
  })

  test('[R-4-114] LOG_LEVEL overrides the level', () => {
    expect(readConfig({ DATA_DIR, LOG_LEVEL: 'DEBUG' }).logLevel).toBe('DEBUG')
    expect(errorsOf({ LOG_LEVEL: 'TRACE' })[0]).toMatch(/^LOG_LEVEL/)
  })

  test('an error is logged with its causes, without the data they carry', () => {
    const lines: string[] = []
    const log = createLog('ERROR', { write: (line) => void lines.push(line) })
    const cause = Object.assign(new Error('inner'), { detail: 'Key (question)=(my secret)', code: '23505' })
    log.error('x.failed', { runId: 'r' }, new Error('outer', { cause }))
    expect(lines[0]).toContain('outer')
    expect(lines[0]).toContain('inner')
    expect(lines[0]).not.toContain('my secret')
  })
})
