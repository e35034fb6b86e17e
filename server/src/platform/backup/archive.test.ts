import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readMigrations } from '../database/migrate.ts'
import { createLog } from '../log/log.ts'
import { FORMAT, FORMAT_VERSION, HEADER, type Header, MANIFEST, type Manifest } from './format.ts'
import { readAll, readArchive, verifyArchive } from './readArchive.ts'
import { restore } from './restore.ts'
import { seal, unseal } from './secrets.ts'
import { readInstallation } from './settings.ts'
import { writeArchive } from './writeArchive.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => path.join(folder, name)
const now = new Date('2026-01-02T03:04:05Z')
const key = 'a'.repeat(64)
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

const header: Header = {
  format: FORMAT,
  formatVersion: FORMAT_VERSION,
  productVersion: '1',
  createdAt: now.toISOString(),
  database: 'embedded',
  migrations: (await readMigrations()).slice(0, 1),
}

async function writeSample(file: string, change: Partial<Header> = {}): Promise<void> {
  await writeArchive(file, now, async (archive) => {
    await archive.add(HEADER, json({ ...header, ...change }))
    await archive.add('tables/seed/000001.ndjson', Buffer.from('["a",null]\n'.repeat(2000)))
    await archive.addStream(
      `blobs/${key}`,
      300_000,
      Readable.from([Buffer.alloc(100_000, 1), Buffer.alloc(200_000, 2)]),
    )
    const manifest: Manifest = {
      members: archive.members.slice(),
      tables: [{ name: 'seed', columns: ['name', 'at'], rows: 2000 }],
      sequences: [],
      blobs: { stored: 1, bytes: 300_000, missing: [], damaged: [] },
      auditHead: { seq: 0, hash: '' },
      keyCheck: null,
      secrets: false,
    }
    await archive.add(MANIFEST, json(manifest))
  })
}

/** Restores into a folder that must stay unchanged. */
async function refused(file: string): Promise<string> {
  const dataDir = at('untouched')
  const options = {
    installation: readInstallation({ DATA_DIR: dataDir }),
    file,
    passphrase: async () => null,
    replace: null,
    log: createLog('ERROR'),
    now,
  }
  const message = await restore(options).then(
    () => 'it was restored',
    (error: Error) => error.message,
  )
  expect(readdirSync(folder)).not.toContain('untouched')
  return message
}

describe('an archive', () => {
  test('restores what was stored in it', async () => {
    await writeSample(at('whole.tgz'))
    const { header: read, manifest } = await verifyArchive(at('whole.tgz'))
    expect(read).toEqual(header)
    expect(manifest.members.map((member) => member.name)).toEqual([
      HEADER,
      'tables/seed/000001.ndjson',
      `blobs/${key}`,
    ])
    for await (const member of readArchive(at('whole.tgz'))) {
      const bytes = await readAll(member)
      if (member.name.startsWith('blobs/')) expect(bytes[150_000]).toBe(2)
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('that was truncated anywhere is refused before anything changes', async () => {
    await writeSample(at('cut.tgz'))
    const bytes = readFileSync(at('cut.tgz'))
    for (const share of [0, 0.01, 0.3, 0.6, 0.9, 0.999]) {
      writeFileSync(at('short.tgz'), bytes.subarray(0, Math.floor(bytes.length * share)))
      expect(await refused(at('short.tgz'))).toMatch(/damaged|isn't a Parlance backup/)
    }
    // Truncated at the end of a member and compressed again, so every remaining member is complete.
    const tar = gunzipSync(bytes)
    const manifest = tar.indexOf(MANIFEST)
    writeFileSync(at('short.tgz'), gzipSync(Buffer.concat([tar.subarray(0, manifest), Buffer.alloc(1024)])))
    expect(await refused(at('short.tgz'))).toMatch(/damaged/)
  })

  test('with one changed byte is refused before anything changes', async () => {
    await writeSample(at('changed.tgz'))
    const tar = gunzipSync(readFileSync(at('changed.tgz')))
    for (const [where, byte] of [
      [tar.indexOf('["a",null]') + 2, 'b'],
      [tar.length - 2048 - 50, '9'],
      [tar.indexOf(Buffer.alloc(100, 2)) + 77, '!'],
    ] as const) {
      const changed = Buffer.from(tar)
      changed.write(byte, where)
      writeFileSync(at('changed.tgz'), gzipSync(changed))
      expect(await refused(at('changed.tgz'))).toMatch(/damaged/)
    }
  })

  test("that isn't one, doesn't exist, or belongs to another program is reported as such", async () => {
    writeFileSync(at('text.tgz'), 'no archive')
    expect(await refused(at('text.tgz'))).toMatch(/damaged|isn't a Parlance backup/)
    writeFileSync(at('text.tgz'), gzipSync('no archive'.repeat(1000)))
    expect(await refused(at('text.tgz'))).toMatch(/damaged|isn't a Parlance backup/)
    expect(await refused(at('nowhere.tgz'))).toMatch(/doesn't exist/)
    await writeSample(at('later.tgz'), { formatVersion: FORMAT_VERSION + 1, productVersion: '9.9' })
    expect(await refused(at('later.tgz'))).toContain('9.9')
    await writeSample(at('other.tgz'), { migrations: [{ number: 1, name: '0001-a.sql', hash: 'h' }] })
    expect(await refused(at('other.tgz'))).toMatch(/0001-a.sql differs/)
    const migrations = Array.from({ length: 999 }, (_, index) => ({
      number: index + 1,
      name: 'n',
      hash: 'h',
    }))
    await writeSample(at('newer.tgz'), { migrations })
    expect(await refused(at('newer.tgz'))).toMatch(/database version 999/)
  })

  test.each(['ENOSPC', 'EDQUOT'])(
    "that doesn't fit on the disk (%s) leaves nothing behind and says so",
    async (code) => {
      const full = Readable.from(
        (async function* () {
          yield Buffer.alloc(10)
          throw Object.assign(new Error('no space left on device'), { code })
        })(),
      )
      await expect(
        writeArchive(
          at('full.tgz'),
          now,
          async (archive) => void (await archive.addStream('blobs/x', 20, full)),
        ),
      ).rejects.toThrow(/No space left/)
      expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
    },
  )

  test("whose file can't be written reports the system's error", async () => {
    const pieces = Array.from({ length: 50 }, (_, index) => `tables/seed/${index}.ndjson`)
    const write = writeArchive(at('no/folder/x.tgz'), now, async (archive) => {
      for (const piece of pieces) await archive.add(piece, Buffer.alloc(100_000))
    })
    await expect(write).rejects.toThrow(/ENOENT/)
  })

  test('never replaces a file that appeared in the meantime', async () => {
    const write = writeArchive(at('taken.tgz'), now, async (archive) => {
      await archive.add(HEADER, json(header))
      writeFileSync(at('taken.tgz'), 'somebody else')
    })
    await expect(write).rejects.toThrow(/exists/)
    expect(readFileSync(at('taken.tgz'), 'utf8')).toBe('somebody else')
  })
})

test('secrets open only with their passphrase and their own manifest', async () => {
  const secrets = { secretKey: 'k', tables: [{ name: 't', columns: ['c'], rows: [['v']] }] }
  const bound = Buffer.alloc(32, 1)
  const sealed = await seal(secrets, 'long enough words', bound)
  expect(sealed.includes('"v"')).toBe(false)
  expect(await unseal(sealed, 'long enough words', bound)).toEqual(secrets)
  await expect(unseal(sealed, 'long enough word', bound)).rejects.toThrow(/passphrase is wrong/)
  await expect(unseal(sealed, 'long enough words', Buffer.alloc(32, 2))).rejects.toThrow(
    /passphrase is wrong/,
  )
  const cheap = JSON.parse(sealed.toString())
  cheap.kdf.N = 2
  await expect(unseal(json(cheap), 'long enough words', bound)).rejects.toThrow(/passphrase is wrong/)
})
