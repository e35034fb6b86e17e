import { expect, test } from 'vitest'
import { createLog } from '../../../platform/log/log.ts'
import { createKeyring, lastFourOf, originOf } from './keyring.ts'
import type { KeyRow } from './store.ts'

const logged: string[] = []
const log = createLog('INFO', { write: (line) => void logged.push(line) })
const keyring = createKeyring(Buffer.alloc(32, 7), log)
const place = { kind: 'LanguageModelProviderApiKey', provider: 'OpenAI', endpoint: null } as const
const secret = 'sk-planted-0123456789abcdef'

function row(change: Partial<KeyRow> = {}): KeyRow {
  return { ...place, ciphertext: keyring.seal(place, secret), lastFour: 'cdef', version: 1, ...change }
}

test('a sealed key opens for its own provider and host, and does not contain the key', () => {
  expect(keyring.open(row())).toEqual({ apiKey: secret, baseUrl: null })
  expect(row().ciphertext).not.toContain(secret)
  expect(row().ciphertext).not.toBe(row().ciphertext)
  // A different path on the same host.
  expect(keyring.open(row({ endpoint: 'https://api.openai.com/v2' }))?.apiKey).toBe(secret)
})

test('with another host, provider, kind, or SECRET_KEY, it no longer opens and reveals nothing', () => {
  const moved = [
    row({ endpoint: 'https://evil.example/v1' }),
    row({ endpoint: 'http://api.openai.com/v1' }),
    row({ endpoint: 'https://api.openai.com:444/v1' }),
    row({ provider: 'Anthropic', endpoint: 'https://api.openai.com/v1' }),
    row({ kind: 'SearchApiKey', provider: 'Brave', endpoint: 'https://api.openai.com/v1' }),
    row({ ciphertext: 'AAAA' }),
  ]
  for (const one of moved) expect(keyring.open(one)).toBe(null)
  expect(createKeyring(Buffer.alloc(32, 8), log).open(row())).toBe(null)
  expect(logged).toHaveLength(moved.length + 1)
  expect(logged.join('')).not.toContain(secret)
})

test('a short key does not show even its last characters', () => {
  expect([lastFourOf(secret), lastFourOf('elevenchars'), lastFourOf('twelve-chars')]).toEqual([
    'cdef',
    '',
    'hars',
  ])
})

test('a key is bound to scheme, host, and port, by default the provider’s own', () => {
  expect(originOf(place)).toBe('https://api.openai.com')
  expect(originOf({ ...place, endpoint: 'https://API.openai.com:443/v1/' })).toBe('https://api.openai.com')
  expect(originOf({ kind: 'SearchApiKey', provider: 'Brave', endpoint: null })).toBe(
    'https://api.search.brave.com',
  )
})
