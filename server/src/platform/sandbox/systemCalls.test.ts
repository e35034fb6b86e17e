import { expect, it } from 'vitest'
import { systemCallFilter } from './systemCalls.ts'

/** Runs the filter as the kernel does, for a call with these arguments. */
function returned(filter: Buffer, number: number, id: number, args: number[] = []): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(id, 4)
  args.forEach((arg, at) => {
    data.writeUInt32LE(arg, 16 + at * 8)
  })
  let value = 0
  for (let at = 0; at * 8 < filter.length; at += 1) {
    const code = filter.readUInt16LE(at * 8)
    const k = filter.readUInt32LE(at * 8 + 4)
    const jump = (isTrue: boolean) => filter.readUInt8(at * 8 + (isTrue ? 2 : 3))
    if (code === 0x06) return k
    if (code === 0x20) value = data.readUInt32LE(k)
    else if (code === 0x54) value = (value & k) >>> 0
    else if (code === 0x15) at += jump(value === k)
    else if (code === 0x35) at += jump(value >= k)
    else if (code === 0x45) at += jump((value & k) !== 0)
  }
  throw new Error('It returns nothing.')
}

const allowed = 0x7fff0000
const refused = 0x00050001

it.each([
  [
    'x64' as const,
    0xc000003e,
    { read: 0, mmap: 9, socket: 41, memfd: 319, ptrace: 101, setsid: 112, setsockopt: 54, last: 460 },
  ],
  [
    'arm64' as const,
    0xc00000b7,
    { read: 63, mmap: 222, socket: 198, memfd: 279, ptrace: 117, setsid: 157, setsockopt: 208, last: 460 },
  ],
])('[A52] refuses the system calls of %s that cells don’t need', (name, id, calls) => {
  const filter = systemCallFilter(name)!
  const result = (number: number, args?: number[]) => returned(filter, number, id, args)
  expect([result(calls.read), result(calls.last)]).toEqual([allowed, allowed])
  expect([result(calls.memfd), result(calls.ptrace), result(425)]).toEqual([refused, refused, refused])
  expect([2, 7, 8].map((option) => result(calls.setsockopt, [3, 1, option]))).toEqual([
    allowed,
    refused,
    refused,
  ])
  expect(result(calls.setsid)).toBe(0x00050000)
  expect([1, 2, 10].map((family) => result(calls.socket, [family]))).toEqual([allowed, allowed, allowed])
  expect([16, 38, 40].map((family) => result(calls.socket, [family]))).toEqual([
    0x00050061, 0x00050061, 0x00050061,
  ])
  // Private, private without a file, shared with a file.
  expect([2, 0x22, 1].map((flags) => result(calls.mmap, [0, 1, 3, flags]))).toEqual([
    allowed,
    allowed,
    allowed,
  ])
  expect([0x21, 0x23].map((flags) => result(calls.mmap, [0, 1, 3, flags]))).toEqual([refused, refused])
  expect(returned(filter, calls.read, 0x40000003)).toBe(refused)
  expect(returned(filter, 0x40000000 + calls.read, id)).toBe(refused)
})

it('has no filter for an architecture that isn’t known', () => {
  expect(systemCallFilter('s390x')).toBeNull()
})
