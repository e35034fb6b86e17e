import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@parlance/contract/limits'
import { type DataArea, dataAreas } from '@parlance/contract/personalData'
import type { NewEntry } from '../../../platform/archives/writeArchive.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { escapeHtml } from '../../../platform/http/escapeHtml.ts'
import {
  type DataPart,
  type DataRow,
  type DataSubject,
  readSome,
} from '../../../platform/personalData/personalData.ts'
import { fileNameOf } from './fileNameOf.ts'
import { link, momentIn, pageEnd, pageStart, shownIn } from './html.ts'
import { type DataLanguage, dataTexts } from './texts.ts'

export interface Wanted {
  person: DataSubject
  personName: string
  requesterName: string
  reason: string | null
  instanceName: string
  language: DataLanguage
  createdAt: string
}

interface Needs {
  db: Sql
  blobs: Pick<Blobs, 'read' | 'find'>
  parts: readonly DataPart[]
  signal: AbortSignal
  /** The most bytes of files. */
  fileBytes?: number
}

/** How many rows are on a page, so that a browser opens it quickly. */
const ROWS_ON_PAGE = 200
const LONGEST_REST_MS = 200
/** What gains nothing from being compressed again. */
const packed = /\.(zip|docx|xlsx|pptx|odt|ods|odp|epub|pdf|png|jpe?g|webp|gif|avif|mp3|mp4|gz)$/i

export interface Result {
  filesLeftOut: number
}

/** `SharedWith` is `shared-with`. */
const pathOf = (area: DataArea) => area.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()

/**
 * Yields everything stored about a person as the files of an archive: pages to read, the same as JSON, and the files. It
 * reads some rows at a time, and writes them before it reads the next ones. `result` is filled along the way.
 */
export async function* contentsOf(wanted: Wanted, needs: Needs, result: Result): AsyncGenerator<NewEntry> {
  const t = dataTexts[wanted.language]
  const shown = shownIn(t)
  const ordered = needs.parts.toSorted((a, b) => dataAreas.indexOf(a.area) - dataAreas.indexOf(b.area))
  const counts = new Map<DataArea, number>()
  const leftOut = new Map<string, string>()
  const omitted: { area: DataArea; fileName: string; why: string }[] = []
  let fileBytes = 0

  async function* rowsOf(rows: ReturnType<DataPart['rows']>, isFiles = false): AsyncGenerator<DataRow> {
    for (let after: string | null = null; ; ) {
      needs.signal.throwIfAborted()
      const begun = performance.now()
      const some: DataRow[] = await readSome(needs.db, rows, after, isFiles)
      // Others get at least half of the database.
      await wait(Math.min(performance.now() - begun, LONGEST_REST_MS))
      yield* some
      const last = some.at(-1)
      if (!last) return
      after = last.key
    }
  }

  const filePath = (part: DataPart, { key, fileName }: DataRow) =>
    `files/${pathOf(part.area)}/${fileNameOf(key)}/${fileNameOf(fileName ?? '')}`
  const isAbsent = (part: DataPart, row: DataRow) => leftOut.get(`${part.area} ${row.key}`)
  /** A row with the place of its file, or why it isn't included. */
  function given(part: DataPart, row: DataRow): Record<string, unknown> {
    if (!part.isFiles || row.blobKey === null) return row.data
    const absent = isAbsent(part, row)
    return { ...row.data, ...(absent ? { fileMissing: absent } : { file: filePath(part, row) }) }
  }

  async function* files(part: DataPart): AsyncGenerator<NewEntry> {
    for await (const row of rowsOf(part.rows(wanted.person), true)) {
      if (row.blobKey === null) continue
      const bytes = await needs.blobs.find(row.blobKey)
      const isTooMuch = bytes !== null && fileBytes + bytes > (needs.fileBytes ?? limits.dataExportFileBytes)
      if (bytes === null || isTooMuch) {
        const why = bytes === null ? t.notStored : t.leftOut
        leftOut.set(`${part.area} ${row.key}`, why)
        omitted.push({ area: part.area, fileName: row.fileName ?? '', why })
        result.filesLeftOut += 1
        continue
      }
      fileBytes += bytes
      const name = filePath(part, row)
      yield { name, bytes: needs.blobs.read(row.blobKey), isPacked: packed.test(name) }
    }
  }

  async function* json(rows: AsyncIterable<Record<string, unknown>>): AsyncGenerator<string> {
    let mark = '['
    for await (const row of rows) {
      yield `${mark}\n${JSON.stringify(row, null, 1)}`
      mark = ','
    }
    yield mark === '[' ? '[]\n' : '\n]\n'
  }

  async function* given_(part: DataPart): AsyncGenerator<Record<string, unknown>> {
    let count = 0
    for await (const row of rowsOf(part.rows(wanted.person), part.isFiles)) {
      count += 1
      yield given(part, row)
    }
    counts.set(part.area, count)
  }

  const titleOf = ({ data }: DataRow, fallback: string) => {
    const { title, name } = data as { title?: string; name?: string }
    return title || name || fallback
  }
  const home = (upTo: string) => `<nav>${link(`${upTo}index.html`, t.back)}</nav>\n`
  const pagePath = (part: DataPart, page: number) =>
    `${pathOf(part.area)}${page === 1 ? '' : `-${page}`}.html`

  /** The pages of an area. The last one is written when its rows are. */
  async function* pages(part: DataPart): AsyncGenerator<NewEntry> {
    const rows = rowsOf(part.rows(wanted.person), part.isFiles)
    let next = await rows.next()
    for (let page = 1; !next.done; page += 1) {
      const write = async function* () {
        yield pageStart(t.areas[part.area], t) + home('')
        for (let count = 0; count < ROWS_ON_PAGE && !next.done; count += 1) {
          const row = next.value
          const more = part.within
            ? `<p>${link(`${pathOf(part.area)}/${row.key}.html`, titleOf(row, part.area === 'Conversations' ? t.untitled : t.unnamed))}</p>`
            : ''
          const absent = isAbsent(part, row)
          yield `<section>${more}${shown(given(part, row))}${absent ? `<p>${escapeHtml(absent)}</p>` : ''}</section>\n`
          next = await rows.next()
        }
        const before = page > 1 ? link(pagePath(part, page - 1), t.previous) : ''
        const after = next.done ? '' : link(pagePath(part, page + 1), t.next)
        yield `<nav>${before}${after}</nav>\n${pageEnd}`
      }
      yield { name: pagePath(part, page), bytes: write() }
    }
  }

  /** A row with what belongs to it, as a page and as JSON. */
  async function* details(part: DataPart): AsyncGenerator<NewEntry> {
    const { within } = part
    if (!within) return
    for await (const row of rowsOf(part.rows(wanted.person))) {
      const inside = () => rowsOf(within(wanted.person, row.key))
      const folder = pathOf(part.area)
      const page = async function* () {
        yield pageStart(titleOf(row, part.area === 'Conversations' ? t.untitled : t.unnamed), t)
        yield `<nav>${link('../index.html', t.back)}${link(`../${folder}.html`, t.areas[part.area])}</nav>\n`
        yield `<section>${shown(row.data, '../')}</section>\n`
        for await (const { data } of inside()) yield `<section>${shown(data, '../')}</section>\n`
        yield pageEnd
      }
      yield { name: `${folder}/${row.key}.html`, bytes: page() }
      const data = async function* () {
        yield `${JSON.stringify(row.data, null, 1).slice(0, -2)},\n "contents": `
        yield* json(
          (async function* () {
            for await (const { data } of inside()) yield data
          })(),
        )
        yield '}\n'
      }
      yield { name: `data/${folder}/${row.key}.json`, bytes: data() }
    }
  }

  for (const part of ordered) {
    if (part.isFiles) yield* files(part)
    yield { name: `data/${pathOf(part.area)}.json`, bytes: json(given_(part)) }
    yield* pages(part)
    yield* details(part)
  }

  async function* index(): AsyncGenerator<string> {
    const moment = momentIn(t)
    const facts: [string, string | null][] = [
      [t.of, wanted.personName],
      [t.instance, wanted.instanceName],
      [t.createdOn, `${moment(wanted.createdAt)} UTC`],
      [t.requestedBy, wanted.requesterName],
      [t.reason, wanted.reason],
    ]
    yield pageStart(`${t.title}: ${wanted.personName}`, t)
    yield `<dl>${facts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `<dt>${name}</dt><dd><bdi>${escapeHtml(value ?? '')}</bdi></dd>`)
      .join('')}</dl>\n<p>${t.intro}</p>\n<h2>${t.contents}</h2>\n`
    yield `<table><thead><tr><th>${t.area}</th><th class="n">${t.count}</th><th class="n">${t.formats}</th></tr></thead><tbody>\n`
    for (const part of ordered) {
      const count = counts.get(part.area) ?? 0
      const name = pathOf(part.area)
      const area = count > 0 ? link(`${name}.html`, t.areas[part.area]) : t.areas[part.area]
      yield `<tr><td>${area}</td><td class="n">${count}</td><td class="n">${link(`data/${name}.json`, 'JSON')}</td></tr>\n`
    }
    yield '</tbody></table>\n'
    if (omitted.length > 0) {
      yield `<h2>${t.filesLeftOut} (${omitted.length})</h2>\n<p>${t.filesLeftOutWhy}</p>\n<ul>`
      for (const { area, fileName, why } of omitted)
        yield `<li><bdi>${escapeHtml(fileName)}</bdi> (${t.areas[area]}). ${why}</li>\n`
      yield '</ul>\n'
    }
    yield `<h2>${t.notIncluded}</h2>\n<dl>`
    for (const [what, why] of t.notIncludedReasons) yield `<dt>${what}</dt><dd>${why}</dd>\n`
    yield `</dl>\n${pageEnd}`
  }
  yield { name: 'index.html', bytes: index() }
}
