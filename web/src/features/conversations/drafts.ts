import type { UploadedFile } from './attachments/api.ts'

const prefix = 'draft:'
const filesPrefix = 'draft-files:'

/** What was typed and not sent, a draft per conversation, until the tab is closed. */
export function readDraft(of: string): string {
  return read(prefix + of)
}

export function keepDraft(of: string, text: string): void {
  keep(prefix + of, text)
}

/** The files that were uploaded for a draft. */
export function readDraftFiles(of: string): UploadedFile[] {
  try {
    const files: unknown = JSON.parse(read(filesPrefix + of) || '[]')
    return Array.isArray(files) ? files : []
  } catch {
    return []
  }
}

export function keepDraftFiles(of: string, files: readonly UploadedFile[]): void {
  keep(filesPrefix + of, files.length === 0 ? '' : JSON.stringify(files))
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage may be full or switched off: the draft then lasts as long as the page.
  }
}
