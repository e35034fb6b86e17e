/**
 * Draws pages of files as images in a separate process, one file at a time. A malicious file can't harm anything else.
 * The parent decides which pages it needs.
 */
import sharp from 'sharp'
import { answerParent, receiveBytes } from '../../../platform/confinement/confinedProgram.ts'
import { Unreadable } from '../extraction/openedDocument.ts'
import { PDF } from '../extraction/sniff.ts'
import { openImage } from './openImage.ts'
import type { ScanAnswer, ScannedFile, ScanRequest } from './scanMessages.ts'

/** Providers make larger images smaller. */
const MOST_SIDE = 2000

let opened: ScannedFile | null = null

answerParent(answerTo)

async function answerTo(request: ScanRequest): Promise<ScanAnswer> {
  try {
    return request.kind === 'open' ? await open(request) : await draw(request)
  } catch (error) {
    const reason = error instanceof Unreadable ? error.reason : 'file.failed'
    return { id: request.id, kind: 'failed', reason }
  }
}

async function open({
  id,
  size,
  mimeType,
  isSearched,
}: Extract<ScanRequest, { kind: 'open' }>): Promise<ScanAnswer> {
  opened = null
  const bytes = await receiveBytes(size)
  opened =
    mimeType === PDF
      ? await (await import('./drawPdf.ts')).openScannedPdf(bytes, isSearched)
      : await openImage(bytes)
  const { scanned, pages } = opened
  return { id, kind: 'opened', scanned, pages }
}

async function draw({ id, page, forModel }: Extract<ScanRequest, { kind: 'draw' }>): Promise<ScanAnswer> {
  if (!opened) throw new Unreadable('file.failed')
  const png = await opened.draw(page)
  if (!forModel) return { id, kind: 'drawn', image: png, width: 0, height: 0 }
  const side = { width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await sharp(png)
    .resize(side)
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true })
  return { id, kind: 'drawn', image: data, width: info.width, height: info.height }
}
