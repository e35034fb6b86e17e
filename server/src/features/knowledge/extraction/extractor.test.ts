import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { findGuard, type Guard, probe, reducedGuard } from '../../../platform/confinement/guard.ts'
import { readingPermissions } from '../../../platform/confinement/permissions.ts'
import { makePdf, paragraph } from '../testing/pdfs.ts'
import { makeBomb, makeDocx, words } from '../testing/wordDocuments.ts'
import { createExtractor, type Extractor } from './extractor.ts'
import { DOCX, type MimeType, PDF } from './sniff.ts'

let extractor: Extractor | null = null
afterEach(() => extractor?.close())

const file = (bytes: Buffer, mimeType: MimeType) => ({
  size: bytes.length,
  read: () => Readable.from([bytes]),
  mimeType,
  name: 'a file',
})

async function textsOf(bytes: Buffer, mimeType: MimeType): Promise<string[]> {
  const texts: string[] = []
  await extractor!.open(file(bytes, mimeType))
  for (let done = false; !done; ) {
    const batch = await extractor!.next(100)
    texts.push(...batch.passages.map((passage) => passage.text))
    done = batch.done
  }
  extractor!.release()
  return texts
}

const good = makeDocx([words.text('Anybody may read this.')])

/** If the system can't enforce limits, only our own watch is tested. */
const guards = (await findGuard()).kind === 'Full' ? (['Full', 'Reduced'] as const) : (['Reduced'] as const)

describe('the reading process', () => {
  it.each(guards)('[A70] is ended by a bomb under the guard %s, and the next file is read', async (kind) => {
    const guard = kind === 'Full' ? await findGuard() : reducedGuard()
    expect(guard.kind).toBe(kind)
    extractor = createExtractor({ guard: Promise.resolve(guard) })
    // Its declared size is harmless. Only unpacking reveals what it is.
    await expect(extractor.open(file(makeBomb(400, 100_000), DOCX))).rejects.toMatchObject({
      reason: 'file.tooHard',
    })
    expect(await textsOf(good, DOCX)).toEqual(['Anybody may read this.'])
  })

  it('cannot exceed the time limit for a step', async () => {
    extractor = createExtractor({ stepLimitMs: 1 })
    await expect(extractor.open(file(good, DOCX))).rejects.toMatchObject({ reason: 'file.tooHard' })
  })

  it('lets others go first, except with a file that someone waits for', async () => {
    const guard = await findGuard()
    const pids: number[] = []
    const watched: Guard = {
      ...guard,
      watch(pid, ...rest) {
        pids.push(pid)
        return guard.watch(pid, ...rest)
      },
    }
    extractor = createExtractor({ guard: Promise.resolve(watched) })
    const priorities: number[] = []
    for (const isBackground of [true, true, false, false, true]) {
      await extractor.open({ ...file(good, DOCX), isBackground })
      priorities.push(getPriority(pids.at(-1)!))
      extractor.release()
    }
    const own = getPriority()
    expect(priorities).toEqual(guard.kind === 'Full' ? [10, 10, own, own, 10] : [own, own, own, own, own])
    // One process reads as long as it fits.
    expect(new Set(pids).size).toBe(guard.kind === 'Full' ? 3 : 1)
  })

  it('is sent a file only as fast as it takes it, so the file is never in this process as a whole', async () => {
    const size = 100_000_000
    let sent = 0
    const bytes = Readable.from(
      (function* () {
        for (const chunk = Buffer.alloc(10_000, 'a'); sent < size; sent += chunk.length) yield chunk
      })(),
      { objectMode: false },
    )
    // The process rests as soon as it has started.
    const rests: Guard = {
      ...reducedGuard(),
      watch(processId) {
        process.kill(processId, 'SIGSTOP')
        return () => undefined
      },
    }
    extractor = createExtractor({ guard: Promise.resolve(rests), stepLimitMs: 1000 })
    const opening = extractor.open({ size, read: () => bytes, mimeType: 'text/plain', name: 'endless.txt' })
    await expect(opening).rejects.toMatchObject({ reason: 'file.tooHard' })
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(2_000_000)
    await expect.poll(() => bytes.destroyed).toBe(true)
  })

  it('reads the next file after one whose bytes couldn’t be read', async () => {
    extractor = createExtractor()
    const lost = Object.assign(new Error('Gone.'), { code: 'ENOENT' })
    const read = () =>
      Readable.from(
        (function* () {
          yield good.subarray(0, 100)
          throw lost
        })(),
      )
    await expect(extractor.open({ ...file(good, DOCX), read })).rejects.toBe(lost)
    expect(await textsOf(good, DOCX)).toEqual(['Anybody may read this.'])
  })

  it('can abandon a file in the middle and read the next', async () => {
    extractor = createExtractor()
    const page = (n: number) => ({ texts: paragraph([`This is page ${n} of the book.`], 500) })
    await extractor.open(file(makePdf(Array.from({ length: 60 }, (_, n) => page(n))), PDF))
    expect((await extractor.next(5)).passages).toHaveLength(5)
    extractor.release()
    expect(await textsOf(good, DOCX)).toEqual(['Anybody may read this.'])
    await expect(extractor.next(1)).rejects.toThrow()
  })
})

it('[S15] code run through a parser reads no file but its own code, writes none, and starts nothing', () => {
  const tries = (code: string) =>
    spawnSync(
      process.execPath,
      [...readingPermissions, '--no-warnings', '--input-type=module', '--eval', code],
      {
        encoding: 'utf8',
      },
    )
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-secret-'))
  const secret = path.join(folder, 'secret')
  writeFileSync(secret, 'the secret')
  const read = (file: string) =>
    `import fs from 'node:fs'; process.stdout.write(fs.readFileSync(${JSON.stringify(file)}, 'utf8'))`
  expect(tries(read(import.meta.filename)).stdout).toContain('readingPermissions')
  for (const code of [
    read(secret),
    read('/etc/passwd'),
    `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(secret)}, 'changed')`,
    `import { execSync } from 'node:child_process'; execSync('true')`,
  ]) {
    const { status, stdout, stderr } = tries(code)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('ERR_ACCESS_DENIED')
  }
  expect(readFileSync(secret, 'utf8')).toBe('the secret')
  rmSync(folder, { recursive: true })
})

it('the guard is reduced if there is no prlimit', async () => {
  expect((await probe(['/nowhere'])).kind).toBe('Reduced')
  expect((await probe([])).kind).toBe('Reduced')
})
