import { subscribe } from 'node:diagnostics_channel'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { workedMs } from '../confinement/workedMs.ts'
import { encodeImage, leftMs } from './encodeImage.ts'

const started: unknown[] = []
subscribe('child_process', (message) => void started.push(message))

const shape = { width: 320, height: 160, fit: 'inside' } as const
const code = (bytes: Buffer) =>
  encodeImage(bytes, { shape }).then(
    () => 'read',
    (error) => error.code,
  )
const svg = (inside: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${inside}</svg>`,
  )

test('[A43] [S39] an image is re-encoded as WebP that fits, without anything else from the file', async () => {
  const original = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0b7a64' } })
    .withExif({ IFD0: { Copyright: 'planted-secret' } })
    .jpeg()
    .toBuffer()
  expect(original.includes('planted-secret')).toBe(true)
  const {
    bytes,
    small: icon,
    width,
    height,
  } = await encodeImage(Buffer.concat([original, Buffer.from('<script>')]), { shape })
  expect([width, height]).toEqual([320, 107])
  expect((await sharp(bytes).metadata()).format).toBe('webp')
  const small = await sharp(icon).metadata()
  expect([small.format, small.width, small.height]).toEqual(['png', 192, 192])
  for (const written of [bytes, icon]) {
    expect(written.includes('planted-secret')).toBe(false)
    expect(written.includes('<script>')).toBe(false)
  }
})

test('an image can be stored as a JPEG on white, with a small version in another shape', async () => {
  const original = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const wanted = { shape, format: 'jpeg', small: { width: 30, height: 30, fit: 'inside' } } as const
  const { bytes, small, width } = await encodeImage(original, wanted)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([(await sharp(bytes).metadata()).format, width, info.width, data[0]]).toEqual([
    'jpeg',
    320,
    320,
    255,
  ])
  const thumbnail = await sharp(small).metadata()
  expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 30, 10])
})

test('an SVG is rendered at its display size', async () => {
  const { width, height, bytes } = await encodeImage(svg('<rect width="40" height="20" fill="#0b7a64"/>'), {
    shape,
  })
  expect([width, height]).toEqual([320, 160])
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(data[1]).toBeGreaterThan(0x70)
})

test('[S15] an SVG renders no file of the server and contacts no other host', async () => {
  const secret = await encodeImage(
    svg(
      '<image width="40" height="20" href="file:///etc/hostname"/><image width="40" height="20" xlink:href="http://127.0.0.1:9/x.png"/>',
    ),
    { shape },
  )
  const { data } = await sharp(secret.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(data.every((value) => value === 0)).toBe(true)
})

test('[A70] an SVG that never finishes is stopped after three seconds', async () => {
  // As many as fit into memory, and slow.
  const blurs = Array.from(
    { length: 40 },
    (_, index) =>
      `<filter id="f${index}" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="400"/></filter><rect width="4000" height="4000" filter="url(#f${index})"/>`,
  ).join('')
  const begun = performance.now()
  const hostile = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${blurs}</svg>`,
  )
  const said = await encodeImage(hostile, { shape: { width: 2000, height: 2000, fit: 'inside' } }).then(
    () => 'read',
    (error) => error.code,
  )
  expect(said).toBe('image.tooHard')
  // It was running, and was stopped.
  expect(performance.now() - begun).toBeGreaterThan(2_900)
  // The next image is read normally.
  expect((await encodeImage(svg('<rect width="40" height="20"/>'), { shape })).width).toBe(320)
})

test('an image isn’t refused because other work keeps the processor busy', () => {
  const limitMs = 3000
  // Its process has worked for a second, and has waited for the rest.
  expect(leftMs({ limitMs, worked: 1000, passed: 3000 })).toBe(2000)
  expect(leftMs({ limitMs, worked: 2990, passed: 9000 })).toBe(100)
  expect(leftMs({ limitMs, worked: 3000, passed: 3000 })).toBe(0)
  expect(leftMs({ limitMs, worked: 1000, passed: 60_000 })).toBe(0)
})

test('the work of a process is measured, as far as the system says it', () => {
  const before = workedMs(process.pid) ?? 0
  const until = process.cpuUsage().user + 300_000
  while (process.cpuUsage().user < until) Math.sqrt(until)
  const worked = workedMs(process.pid)
  if (process.platform === 'linux') expect((worked ?? 0) - before).toBeGreaterThanOrEqual(200)
  else expect(worked).toBeNull()
  expect(workedMs(2 ** 30)).toBeNull()
})

test('[A70] an SVG with exponential entities is refused', async () => {
  const bomb = Array.from(
    { length: 12 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(20)}">`,
  ).join('')
  const said = await code(
    svg('<text>&e12;</text>', `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "ha">${bomb}]>`),
  )
  expect(['image.broken', 'image.tooHard']).toContain(said)
  expect((await encodeImage(svg('<rect width="40" height="20"/>'), { shape })).width).toBe(320)
})

test('the images of a session share a process, but not with other sessions, or after one that failed', async () => {
  const processOf = async (session: string | null, bytes = svg('<rect width="40" height="20"/>')) => {
    const before = started.length
    await encodeImage(bytes, { shape }, { session }).catch(() => undefined)
    return started.slice(before).length === 0 ? 'the last' : 'a new one'
  }
  const broken = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  expect([
    await processOf('a'),
    await processOf('a'),
    await processOf('b'),
    await processOf('a'),
    await processOf('a', broken),
    await processOf('a'),
    await processOf(null),
    await processOf(null),
  ]).toEqual([
    'a new one',
    'the last',
    'a new one',
    'a new one',
    'the last',
    'a new one',
    'a new one',
    'a new one',
  ])
})

test.each([
  ['a text file', Buffer.from('hello'), 'image.kind'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'image.kind'],
  ['an HTML page', Buffer.from('<html><svg></svg></html>'), 'image.kind'],
  ['a truncated PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image.broken'],
  ['a file larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 'image.tooLarge'],
  ['an SVG larger than 1 MB', svg(`<!--${'x'.repeat(1024 * 1024)}-->`), 'image.tooHard'],
])('%s is refused with a message that says what to do', async (_name, bytes, expected) => {
  expect(await code(bytes)).toBe(expected)
})

test('[A70] [S27] an image with a small file and huge dimensions is refused before it is unpacked', async () => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(20_000, 0)
  header.writeUInt32BE(20_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, body, crc(body)])
  }
  const bomb = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000 * 2_501))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  expect(await code(bomb)).toBe('image.tooLarge')
})

test('the largest accepted image is read within the memory limit', async () => {
  const large = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#c4520c' } })
    .jpeg()
    .toBuffer()
  expect((await encodeImage(large, { shape })).width).toBe(256)
})

function crc(bytes: Buffer): Buffer {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  const result = Buffer.alloc(4)
  result.writeUInt32BE((value ^ 0xffffffff) >>> 0)
  return result
}
