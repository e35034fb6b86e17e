import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openScan, ScanFailure } from './scanReader.ts'
import { findTesseract } from './tesseract.ts'

const drawn = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

test('a file is closed when the server stops', { timeout: 120_000 }, async () => {
  const bytes = await drawn()
  const stopping = new AbortController()
  const { signal } = stopping
  const file = { size: bytes.length, mimeType: 'image/png', isBackground: false, signal }
  const reader = await openScan({ ...file, read: () => Readable.from([bytes]) })
  const drawing = reader.draw(1)
  stopping.abort()
  await expect(drawing).rejects.toBeInstanceOf(ScanFailure)
  await expect(openScan({ ...file, read: () => Readable.from([bytes]) })).rejects.toBe(signal.reason)
})

test('Tesseract isn’t started once the server stops', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tesseract-'))
  try {
    const program = path.join(folder, 'tesseract')
    const started = path.join(folder, 'started')
    writeFileSync(
      program,
      `#!/bin/sh\nif [ "$1" = --list-langs ]; then echo Languages; echo eng; else echo > ${started}; fi\n`,
    )
    chmodSync(program, 0o755)
    const tesseract = await findTesseract([folder])
    expect(tesseract?.languages).toEqual(['eng'])
    await tesseract?.recognize(await drawn(), ['eng'], { signal: AbortSignal.abort() })
    expect(existsSync(started)).toBe(false)
    await tesseract?.recognize(await drawn(), ['eng'])
    expect(existsSync(started)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
