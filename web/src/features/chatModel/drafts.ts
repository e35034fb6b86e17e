import { auth } from '../../session/auth.ts'
import type { UploadedFile } from './attachments/api.ts'

const prefix = 'draft:'
const filesPrefix = 'draft-files:'
const sentKey = 'draft-sent:'

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

/** A file of an earlier page: the server is asked whether it still has it, but for an image, which is read with its arrival. */
export const takenUp = <F extends Pick<UploadedFile, 'state' | 'image'>>(file: F): F =>
  file.state === 'Failed' || file.image ? file : { ...file, state: 'Queued' }

/** A question on its way to the server, and the draft that it was. A page asks one at a time. */
export interface SentDraft {
  of: string
  text: string
  files: readonly UploadedFile[]
}

let sentFromNew: string | null = null

/**
 * The draft of a new conversation whose question was sent last. What is left there goes along to the conversation, also
 * where no composer was shown when that got its id.
 */
export const newDraftSent = (): string | null => sentFromNew
export const forgetNewDraft = (): void => {
  sentFromNew = null
}

/** Kept until the server has it: the page may be left before, and a refused question exists nowhere else. */
export function keepSent(sent: SentDraft): void {
  sentFromNew = sent.of.startsWith('new:') ? sent.of : null
  keep(sentKey, JSON.stringify(sent))
}

/** The sent question, which is kept no longer. */
export function takeSent(): SentDraft | null {
  const kept = read(sentKey)
  keep(sentKey, '')
  try {
    return JSON.parse(kept || 'null')
  } catch {
    return null
  }
}

/** Two texts that belong in one field: neither is lost. */
export const joinTexts = (...texts: string[]): string => texts.filter(Boolean).join('\n\n')

/** Each person's own: who signs in next in the same tab reads nothing of it. Signing out removes what begins with `draft`. */
const keyOf = (key: string): string => key.replace(':', `:${auth.read().account?.userName ?? ''}:`)

function read(key: string): string {
  try {
    return sessionStorage.getItem(keyOf(key)) ?? ''
  } catch {
    return ''
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(key))
    else sessionStorage.setItem(keyOf(key), text)
  } catch {
    // Storage may be full or switched off: the draft then lasts as long as the page.
  }
}
