import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { type PackedEntry, packArchive } from '../../../testing/packedArchives.ts'
import { detectKind } from './kindOf.ts'

const ODT = 'application/vnd.oasis.opendocument.text'

/** Returns the kind of an archive, or why it has none, and the size of the largest part that was read. */
async function detected(entry: PackedEntry): Promise<[kind: string, largest: number]> {
  const bytes = packArchive([entry, { name: 'content.xml', content: randomBytes(500_000) }])
  let largest = 0
  const kind = await detectKind(
    { name: 'a.odt', size: bytes.length, head: bytes.subarray(0, 4096) },
    async (start, end) => {
      largest = Math.max(largest, end - start)
      return bytes.subarray(start, end)
    },
  ).catch((error: { code: string }) => error.code)
  return [kind, largest]
}

it('reads the stated kind of a document, but nothing long in its place', async () => {
  expect((await detected({ name: 'mimetype', content: ODT, method: 0 }))[0]).toBe(ODT)
  expect((await detected({ name: 'mimetype', content: ODT }))[0]).toBe(ODT)
  const [kind, largest] = await detected({
    name: 'mimetype',
    content: randomBytes(400_000),
    unpackedSize: ODT.length,
  })
  expect(kind).toBe('file.kind')
  // The end of an archive is searched in the last 64 KiB.
  expect(largest).toBeLessThan(70_000)
})
