import { saveFile } from '../../../../ui/files/saveFile.ts'
import type { DocumentKind } from '../data/api.ts'
import { canvasTexts } from '../lang/en.ts'

export interface WrittenDocument {
  kind: DocumentKind
  title: string
  language: string
  text: string
}

interface Download {
  key: string
  label: string
  save: (written: WrittenDocument) => Promise<void>
}

const extensions: Record<string, string> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  ruby: 'rb',
  rust: 'rs',
  csharp: 'cs',
  'c#': 'cs',
  'c++': 'cpp',
  kotlin: 'kt',
  bash: 'sh',
  shell: 'sh',
  powershell: 'ps1',
  markdown: 'md',
  plaintext: 'txt',
  text: 'txt',
}

/** Returns the extension of a file with code in a language, with its dot. */
export function extensionOf(language: string): string {
  const name = language.toLowerCase()
  return `.${extensions[name] ?? (/^[a-z0-9]{1,8}$/.test(name) ? name : 'txt')}`
}

/** Returns a name for a file, without what file systems don’t allow. */
export function fileNameOf(title: string, extension: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  const name = title.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, ' ').replaceAll(/\s+/g, ' ')
  return `${trimmed(name).slice(0, NAME_CHARACTERS) || 'document'}${extension}`
}

const NAME_CHARACTERS = 100

/** Returns a name without dots and spaces at its ends. */
function trimmed(name: string): string {
  const isLeftOut = (at: number) => name[at] === '.' || name[at] === ' '
  let from = 0
  let to = name.length
  while (from < to && isLeftOut(from)) from += 1
  while (to > from && isLeftOut(to - 1)) to -= 1
  return name.slice(from, to)
}

async function saveTable({ text, title }: WrittenDocument): Promise<void> {
  const { csvFileOf } = await import('./csvFile.ts')
  saveFile(new Blob([csvFileOf(text)], { type: 'text/csv' }), fileNameOf(title, '.csv'))
}

const asText = (type: string, extension: string) => async (written: WrittenDocument) =>
  saveFile(new Blob([written.text], { type }), fileNameOf(written.title, extension))

/** The files that a document of a kind can be downloaded as. */
export function downloadsOf({ kind, language }: Pick<WrittenDocument, 'kind' | 'language'>): Download[] {
  const t = canvasTexts.text
  const docx: Download = {
    key: 'docx',
    label: t('downloadDocx'),
    async save(written) {
      const { docxOf } = await import('./docx.ts')
      saveFile(await docxOf(written), fileNameOf(written.title, '.docx'))
    },
  }
  const extension = extensionOf(language)
  const own: Record<DocumentKind, Download> = {
    Text: { key: 'md', label: t('downloadMarkdown'), save: asText('text/markdown', '.md') },
    Table: { key: 'csv', label: t('downloadCsv'), save: saveTable },
    Html: { key: 'html', label: t('downloadHtml'), save: asText('text/html', '.html') },
    Code: { key: 'code', label: t('downloadCode', { extension }), save: asText('text/plain', extension) },
  }
  return kind === 'Html' ? [own.Html] : [own[kind], docx]
}
