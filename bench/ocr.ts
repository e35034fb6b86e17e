/**
 * How much of scanned pages is recognized in each language, whether the confidence reveals bad pages, and what the
 * processes around Tesseract cost.
 *   node bench/ocr.ts [--pages 8]
 * Draws pages of sentences: clean, as a photocopy, and as a bad fax, which has a low resolution, is turned and blurred, and
 * has noise. Puts them into a PDF that the product’s own processes open, draw, and recognize. Prints per kind the share of
 * words that were recognized exactly, the confidence, the pages that are marked for checking, and the time per page with
 * its ratio to Tesseract alone. Exits 1 if less than 95% of the words of clean pages are recognized, or if a page with
 * less than 70% of its words isn’t marked.
 */
import { Readable } from 'node:stream'
import { limits } from '@parlance/contract/limits'
import sharp from 'sharp'
import { openScan } from '../server/src/features/knowledge/scans/scanReader.ts'
import { findTesseract } from '../server/src/features/knowledge/scans/tesseract.ts'
import { drawPage, makeScan, type ScanPage } from '../server/src/features/knowledge/testing/scans.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const pages = Number(option('pages', '8'))
const LINES = 14
const LEAST_WORDS = 0.95
const BAD = 0.7

const english = `The harbor office issues permits to boats that stay longer than one night|A permit costs 42 euros and is valid for seven days from its date of issue|The warden on duty keeps the key of the crane in the cabinet of the office|Visitors pay at the machine by card or with coins before they leave the quay|Waste oil must be handed in at the depot and never poured into the basin|Radio channel 12 is monitored from six in the morning until ten at night|Whoever damages the equipment reports it to the office on the same day|Swimming in the basin is forbidden because of the ferry traffic`
const arabic = `يصدر مكتب الميناء تصاريح للقوارب التي تبقى أكثر من ليلة واحدة|يكلف التصريح مبلغا صغيرا ويسري سبعة أيام من تاريخ إصداره|يحتفظ الحارس بمفتاح الرافعة في خزانة المكتب طوال النهار|يدفع الزوار عند الجهاز بالبطاقة أو بالنقود قبل مغادرة الرصيف|تمنع السباحة في الحوض بسبب حركة العبارات بين الضفتين|يجب تسليم الزيت المستعمل في المستودع وعدم سكبه في الماء|من يتلف المعدات يبلغ المكتب بذلك في اليوم نفسه|تعمل محطة الراديو من الصباح الباكر حتى المساء`

const languages = [
  { name: 'English', code: 'eng', sentences: english.split('|'), size: 26 },
  { name: 'Arabic', code: 'ara', sentences: arabic.split('|'), size: 34 },
] as const

const program = await findTesseract()
if (!program) {
  say('Tesseract isn’t installed.')
  process.exit(1)
}

/** How a page looks after it was copied or sent: pixels across, degrees, blur, and noise of 255. */
const spoiling = {
  copy: { width: 950, turned: 0.5, blur: 0.5, noise: 60 },
  fax: { width: 560, turned: 1, blur: 0.8, noise: 120 },
}

async function spoiled(
  page: Buffer,
  { width, turned, blur, noise }: (typeof spoiling)['fax'],
): Promise<Buffer> {
  const { data, info } = await sharp(page)
    .resize({ width })
    .rotate(turned, { background: '#fff' })
    .blur(blur)
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // A fixed sequence, so that every run reads the same pages.
  let state = 1
  const noisy = data.map((value) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.max(0, Math.min(255, value + (state / 2_147_483_648 - 0.5) * noise))
  })
  return sharp(noisy, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize(1240, 1754, { fit: 'fill' })
    .png()
    .toBuffer()
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .replaceAll(/[\u064b-\u0652\u200e\u200f]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The share of the words of a page that were recognized, each as often as it is there. */
function shareOf(expected: string, recognized: string): number {
  const left = Map.groupBy(wordsOf(recognized), (word) => word)
  const words = wordsOf(expected)
  return words.filter((word) => left.get(word)?.pop() !== undefined).length / words.length
}

/** Opens a file and recognizes its pages, as the product does. Also returns how long Tesseract alone took. */
async function read(parts: readonly ScanPage[], languages: readonly string[]) {
  const bytes = await makeScan(parts)
  const file = {
    size: bytes.length,
    mimeType: 'application/pdf',
    isBackground: false,
    read: () => Readable.from([bytes]),
  }
  const from = performance.now()
  let alone = 0
  const reader = await openScan(file)
  try {
    const found = []
    for (const page of reader.scanned) {
      const image = await reader.draw(page)
      const drawn = performance.now()
      found.push(await program!.recognize(image, languages))
      alone += performance.now() - drawn
    }
    return { found, alone, ms: performance.now() - from }
  } finally {
    reader.close()
  }
}

let holds = true
for (const { name, code, sentences, size } of languages) {
  if (!program.languages.includes(code)) {
    say(`${name}: its language pack isn’t installed.`)
    holds = false
    continue
  }
  const texts = Array.from({ length: pages }, (_, page) =>
    Array.from({ length: LINES }, (_line, at) => sentences[(page * 3 + at * 5) % sentences.length]!),
  )
  const clean = await Promise.all(texts.map((lines) => drawPage(lines, { size, isArabic: code === 'ara' })))
  for (const kind of ['clean', 'copy', 'fax'] as const) {
    const pictures =
      kind === 'clean' ? clean : await Promise.all(clean.map((page) => spoiled(page, spoiling[kind])))
    const { found, alone, ms } = await read(
      pictures.map((picture) => ({ picture })),
      [...new Set([code, 'eng'])],
    )
    const results = found.map((one, at) => ({
      share: shareOf(texts[at]!.join('\n'), one?.text ?? ''),
      confidence: one?.confidence ?? 0,
    }))
    const mean = (of: (one: (typeof results)[number]) => number) =>
      results.reduce((sum, one) => sum + of(one), 0) / results.length
    const share = mean((one) => one.share)
    const isMarked = (one: { confidence: number }) => one.confidence < limits.unsureBelow
    const unmarked = results.filter((one) => one.share < BAD && !isMarked(one)).length
    if ((kind === 'clean' && share < LEAST_WORDS) || unmarked > 0) holds = false
    say(
      `${name}, ${kind}: ${round(share * 100, 1)}% of the words, confidence ${round(
        mean((one) => one.confidence),
        0,
      )}%, ${results.filter(isMarked).length} of ${pages} pages marked, ${unmarked} bad ones not marked, ${round(ms / pages / 1000, 1)} s per page, ${round(ms / alone, 2)} x of Tesseract alone`,
    )
  }
}
process.exit(holds ? 0 : 1)
