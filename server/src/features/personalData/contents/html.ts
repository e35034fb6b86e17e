import { escapeHtml } from '../../../platform/http/escapeHtml.ts'
import type { FieldName } from './fields.en.ts'
import type { DataTexts } from './shape.ts'

/** Texts are shown as they are, in their own direction. Nothing is loaded or run. */
const style = `:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem;color:#1b1d22;background:#fff}
h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2.2rem}
table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.45rem .6rem;border-block-end:1px solid #d9dce3}
td.n,th.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
section{border:1px solid #d9dce3;border-radius:.6rem;padding:.9rem 1.1rem;margin-block:1rem}
dl{display:grid;grid-template-columns:minmax(7rem,13rem) minmax(0,1fr);gap:.3rem 1rem;margin:0}
dt{color:#5b6270}dd{margin:0;overflow-wrap:anywhere}dd dl{border-inline-start:3px solid #d9dce3;padding-inline-start:.8rem;margin-block-end:.5rem}
.t{white-space:pre-wrap}ul{margin:0;padding-inline-start:1.2rem}a{color:#1f4fd8}nav{margin-block:1rem;display:flex;gap:1.2rem;flex-wrap:wrap}
@media(max-width:40rem){dl{grid-template-columns:minmax(0,1fr)}body{padding:1rem}td,th{padding:.4rem .3rem;overflow-wrap:anywhere}}
@media(prefers-color-scheme:dark){body{color:#e7e9ee;background:#15171c}th,td,section,dd dl{border-color:#3a3f4b}dt{color:#a5acba}a{color:#8fb0ff}}
@media print{body{max-width:none}nav{display:none}section{break-inside:avoid}}`

export const pageStart = (title: string, t: DataTexts): string =>
  `<!doctype html>\n<html lang="${t.locale.slice(0, 2)}" dir="${t.direction}">\n<head>\n<meta charset="utf-8">\n` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n` +
  `<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n<h1><bdi>${escapeHtml(title)}</bdi></h1>\n`

export const pageEnd = '</body>\n</html>\n'

/** A link to another file of the archive. */
export const link = (path: string, text: string): string =>
  `<a href="${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}"><bdi>${escapeHtml(text)}</bdi></a>`

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/
/** Longer texts are paragraphs. */
const INLINE = 120

export function momentIn(t: DataTexts): (iso: string) => string {
  const format = new Intl.DateTimeFormat(t.locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
  return (iso) => format.format(new Date(iso))
}

type Value = unknown
const isEmpty = (value: Value): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)

/** Returns a function that shows an object with labeled fields. Empty fields are left out. */
export function shownIn(t: DataTexts): (data: Record<string, Value>, upTo?: string) => string {
  const moment = momentIn(t)
  const label = (field: string) =>
    Object.hasOwn(t.fields, field)
      ? escapeHtml(t.fields[field as FieldName])
      : `<bdi>${escapeHtml(field)}</bdi>`

  function value(given: Value, upTo: string): string {
    if (typeof given === 'boolean') return given ? t.yes : t.no
    if (typeof given === 'number') return String(given)
    if (typeof given === 'string') {
      if (TIME.test(given)) return `<time datetime="${given}">${escapeHtml(moment(given))}</time>`
      const isLong = given.length > INLINE || given.includes('\n')
      return isLong
        ? `<div class="t" dir="auto">${escapeHtml(given)}</div>`
        : `<bdi>${escapeHtml(given)}</bdi>`
    }
    if (Array.isArray(given)) {
      const isPlain = given.every((one) => typeof one !== 'object')
      return isPlain
        ? `<ul>${given.map((one) => `<li>${value(one, upTo)}</li>`).join('')}</ul>`
        : given.map((one) => value(one, upTo)).join('')
    }
    return list(given as Record<string, Value>, upTo)
  }

  function list(data: Record<string, Value>, upTo: string): string {
    const fields = Object.entries(data).filter(([, one]) => !isEmpty(one))
    return `<dl>${fields
      .map(([field, one]) => {
        const shown =
          field === 'file' && typeof one === 'string' ? link(`${upTo}${one}`, one) : value(one, upTo)
        return `<dt>${label(field)}</dt><dd>${shown}</dd>`
      })
      .join('')}</dl>`
  }
  return (data, upTo = '') => list(data, upTo)
}
