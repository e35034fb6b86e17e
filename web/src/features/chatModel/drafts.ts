import { auth } from '../../session/auth.ts'
import type { UploadedFile } from './attachments/api.ts'

const prefix = 'draft:'
const filesPrefix = 'draft-files:'
const planPrefix = 'draft-plan:'
const sentKey = 'draft-sent:'

/** Reads the unsent text of a conversation. Drafts last until the tab is closed. */
export function readDraft(of: string): string {
  return read(prefix + of)
}

export function keepDraft(of: string, text: string): void {
  keep(prefix + of, text)
}

/** Reads the files uploaded for a draft. */
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

/** Reads the research plan made for a draft, as text. */
export const readDraftPlan = (of: string): string => read(planPrefix + of)
export const keepDraftPlan = (of: string, plan: string): void => keep(planPrefix + of, plan)

/**
 * Returns a file restored after a reload. The server is asked whether it still exists, except for an image,
 * which is complete once uploaded.
 */
export const takenUp = <F extends Pick<UploadedFile, 'state' | 'image'>>(file: F): F =>
  file.state === 'Failed' || file.image ? file : { ...file, state: 'Queued' }

/** A question being sent, and the draft it came from. A page sends one at a time. */
export interface SentDraft {
  of: string
  text: string
  files: readonly UploadedFile[]
}

let sentFromNew: string | null = null

/**
 * The draft of the new conversation whose question was sent last. Text left there moves to the conversation,
 * even if no composer was shown when it received its ID.
 */
export const newDraftSent = (): string | null => sentFromNew
export const forgetNewDraft = (): void => {
  sentFromNew = null
}

/**
 * Stores the question until the server has it, because the user can leave the page first, and a rejected
 * question exists nowhere else.
 */
export function keepSent(sent: SentDraft): void {
  sentFromNew = sent.of.startsWith('new:') ? sent.of : null
  keep(sentKey, JSON.stringify(sent))
}

/** Returns the sent question and removes it from storage. */
export function takeSent(): SentDraft | null {
  const stored = read(sentKey)
  keep(sentKey, '')
  try {
    return JSON.parse(stored || 'null')
  } catch {
    return null
  }
}

/** Joins texts for one field without losing any. */
export const joinTexts = (...texts: string[]): string => texts.filter(Boolean).join('\n\n')

/**
 * Includes the username, so the next user in the same tab can't read the drafts. Signing out removes keys that
 * start with `draft`.
 */
const keyOf = (key: string): string => key.replace(':', `:${auth.read().account?.userName ?? ''}:`)

/** Drafts of a page without usable storage, which then last only as long as the page. */
const ofPage = new Map<string, string>()

function read(key: string): string {
  const of = keyOf(key)
  try {
    return sessionStorage.getItem(of) ?? ofPage.get(of) ?? ''
  } catch {
    return ofPage.get(of) ?? ''
  }
}

function keep(key: string, text: string): void {
  const of = keyOf(key)
  ofPage.delete(of)
  try {
    if (text === '') sessionStorage.removeItem(of)
    else sessionStorage.setItem(of, text)
  } catch {
    // Storage can be full or disabled.
    if (text !== '') ofPage.set(of, text)
  }
}
