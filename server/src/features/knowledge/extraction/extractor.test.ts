import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findGuard, probe, reducedGuard } from '../../../platform/confinement/guard.ts'
import { readingPermissions } from '../../../platform/confinement/permissions.ts'
import { makePdf, paragraph } from '../testing/pdfs.ts'
import { makeBomb, makeDocx, words } from '../testing/wordDocuments.ts'
import { createExtractor, type Extractor } from './extractor.ts'
import { DOCX, type MimeType, PDF } from './sniff.ts'

let extractor: Extractor | null = null
afterEach(() => extractor?.close())

async function textsOf(bytes: Buffer, mimeType: MimeType): Promise<string[]> {
  const texts: string[] = []
  await extractor!.open(bytes, mimeType, 'a file')
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
    await expect(extractor.open(makeBomb(400, 100_000), DOCX, 'bomb.docx')).rejects.toMatchObject({
      reason: 'file.tooHard',
    })
    expect(await textsOf(good, DOCX)).toEqual(['Anybody may read this.'])
  })

  it('cannot exceed the time limit for a step', async () => {
    extractor = createExtractor({ stepLimitMs: 1 })
    await expect(extractor.open(good, DOCX, 'slow.docx')).rejects.toMatchObject({ reason: 'file.tooHard' })
  })

  it('can abandon a file in the middle and read the next', async () => {
    extractor = createExtractor()
    const page = (n: number) => ({ texts: paragraph([`This is page ${n} of the book.`], 500) })
    await extractor.open(makePdf(Array.from({ length: 60 }, (_, n) => page(n))), PDF, 'book.pdf')
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
