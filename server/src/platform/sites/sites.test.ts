import { HostName } from '@parlance/contract/brands'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../config/config.ts'
import { createSites } from './sites.ts'

const sitesOf = (names: string[], publicOrigin = 'https://chat.example.com', read = true) => {
  const sites = createSites({ publicOrigin } as Config)
  sites.add({ known: () => new Set(names), refresh: async () => {}, read: () => read })
  return sites
}

describe('host names', () => {
  test.each([
    'chat.example.com',
    'a-b.example.com',
    'xn--bcher-kva.example',
    'a1.example',
    'localhost.example',
  ])('%s is valid', (name) => expect(HostName.parse(` ${name.toUpperCase()} `)).toBe(name))
  test.each([
    'a.1',
    'foo.0x',
    'a.0x7f',
    '0x7f.1',
    '127.0.0.1',
    '1',
    'a..b',
    '.a',
    'a.',
    'a b',
    'a/b',
    'a:1',
    'ä.example',
    `${'a'.repeat(64)}.example`,
  ])('%s is invalid', (name) => expect(HostName.safeParse(name).success).toBe(false))
})

describe('sites', () => {
  test('are the public origin and one per name, with its scheme and port', async () => {
    const sites = sitesOf(['one.example.com', 'two.example.com'], 'https://chat.example.com:8443')
    expect(sites.origins()).toEqual([
      'https://chat.example.com:8443',
      'https://one.example.com:8443',
      'https://two.example.com:8443',
    ])
    expect(sites.originOf('one.example.com:8443')).toBe('https://one.example.com:8443')
    for (const other of ['one.example.com', 'one.example.com:1', 'three.example.com:8443', '', undefined])
      expect(sites.originOf(other)).toBeNull()
  })

  test('are found immediately after another process added a name', async () => {
    const sites = createSites({ publicOrigin: 'https://chat.example.com' } as Config)
    let known = new Set<string>()
    const refresh = async () => {
      known = new Set(['new.example.com'])
    }
    sites.add({ known: () => known, refresh, read: () => true })
    expect(await sites.isOwn('new.example.com')).toBe(true)
    expect(await sites.isOwn('other.example.com')).toBe(false)
  })

  test("aren't reported as foreign before the names have been read", async () => {
    await expect(sitesOf([], undefined, false).isOwn('one.example.com')).rejects.toMatchObject({
      code: 'server.starting',
    })
    expect(await sitesOf([], undefined, false).isOwn('chat.example.com')).toBe(true)
    expect(await sitesOf([]).isOwn('one.example.com')).toBe(false)
  })
})
