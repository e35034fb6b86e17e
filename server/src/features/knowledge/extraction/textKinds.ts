/** Kinds whose text is read line by line, by record, or by cell. */
export const JSON_KIND = 'application/json'
export const JSON_LINES = 'application/x-ndjson'
export const YAML = 'application/yaml'
export const XML = 'application/xml'
export const NOTEBOOK = 'application/x-ipynb+json'
export const SOURCE_CODE = 'text/x-source'
export const WEBVTT = 'text/vtt'
export const SUBRIP = 'application/x-subrip'

/** Text that is data, code, or speech. */
export type StructuredType =
  | typeof JSON_KIND
  | typeof JSON_LINES
  | typeof YAML
  | typeof XML
  | typeof NOTEBOOK
  | typeof SOURCE_CODE
  | typeof WEBVTT
  | typeof SUBRIP

const words = (list: string) => list.split(/\s+/)

const dataEndings = new Map<string, StructuredType>([
  ...words('json geojson topojson jsonld webmanifest har').map((ending) => [ending, JSON_KIND] as const),
  ...words('jsonl ndjson').map((ending) => [ending, JSON_LINES] as const),
  ...words('yaml yml').map((ending) => [ending, YAML] as const),
  ...words('xml rss atom opml kml gpx plist resx wsdl xlf xliff tmx').map((ending) => [ending, XML] as const),
])

const codeEndings = new Set(
  words(`ts tsx mts cts js jsx mjs cjs vue svelte astro py pyw pyi java kt kts scala groovy gradle c h cc cpp cxx hh
    hpp hxx m mm cs fs vb go rs rb php swift dart lua r jl pl pm ex exs erl hs clj cljs elm ml zig nim sol asm s
    f90 pas sh bash zsh fish ps1 psm1 bat cmd sql css scss sass less graphql gql proto tf hcl nix toml ini cfg conf
    properties env editorconfig gitignore gitattributes dockerignore npmrc jsonc json5 csproj cmake mk make
    dockerfile makefile diff patch`),
)
const codeNames = new Set(
  words(`dockerfile containerfile makefile gnumakefile jenkinsfile vagrantfile gemfile rakefile procfile caddyfile
    justfile brewfile codeowners cmakelists`),
)

const proseEndings = new Set(words('txt text md markdown mdown csv tsv tab'))

const shebang = /^#![^\n]{0,200}(?:\n|$)/
const vttBeginning = /^WEBVTT(?:[ \t\r\n]|$)/
const subripBeginning = /^\s*\d{1,9}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]+-->/

/**
 * Returns the kind of a text with structure, or null for other text. The content decides if it says what it is, and
 * otherwise the name. JSON and XML that don't begin as such are other text.
 */
export function structuredKind(beginning: string, name: string): StructuredType | null {
  if (vttBeginning.test(beginning)) return WEBVTT
  if (subripBeginning.test(beginning)) return SUBRIP
  const base = name.toLowerCase().replace(/^.*[/\\]/s, '')
  const ending = /\.([^.]+)$/.exec(base)?.[1] ?? ''
  const first = beginning.trimStart()
  if (codeEndings.has(ending)) return SOURCE_CODE
  if (ending === 'ipynb') return first.startsWith('{') ? NOTEBOOK : null
  if (first.startsWith('<?xml')) return XML
  const data = dataEndings.get(ending) ?? null
  if (data === JSON_KIND || data === JSON_LINES) return /^[[{]/.test(first) ? data : commented(first)
  if (data === XML) return first.startsWith('<') ? data : null
  if (data) return data
  if (proseEndings.has(ending)) return null
  return codeNames.has(base.split('.')[0] ?? '') || shebang.test(beginning) ? SOURCE_CODE : null
}

/** Settings of programs are often JSON with comments. */
const commented = (first: string) => (/^\/[/*]/.test(first) ? SOURCE_CODE : null)

/** Headers that every email has some of. */
const mailHeaders = new Set(
  words(`from to cc subject date message-id received return-path delivered-to mime-version content-type reply-to
    x-mailer sender dkim-signature snapshot-content-location`),
)
const LEAST_HEADERS = 2
const headerLine = /^([!-9;-~]{1,80}):/

/** Whether a file is named as an email and begins with headers of one. Its text can be in any encoding. */
export function isMail(head: Buffer, name: string): boolean {
  if (!/\.(?:eml|mht|mhtml)$/i.test(name) || head.includes(0)) return false
  const lines = head
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .split(/\r?\n/)
  const end = lines.indexOf('')
  const headers = lines.slice(/^From \S/.test(lines[0] ?? '') ? 1 : 0, end < 0 ? -1 : end)
  const names = headers.map((line) => (/^[ \t]/.test(line) ? '' : headerLine.exec(line)?.[1]?.toLowerCase()))
  if (names.includes(undefined)) return false
  return new Set(names.filter((found) => found && mailHeaders.has(found))).size >= LEAST_HEADERS
}
