import { limits } from '@parlance/contract/limits'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { useObservable } from '../../../base/useObservable.ts'
import { ApiError } from '../../../transport/apiError.ts'
import { errorText } from '../../../ui/errorText.ts'
import {
  remove,
  type Sent,
  type UploadedFile,
  uploadedFilesPrompt,
  uploadedImagesPrompt,
} from '../../chatModel/attachments/api.ts'
import { attachmentTexts } from '../../chatModel/attachments/attachmentTexts.ts'
import { failureOf } from '../../chatModel/attachments/failures.ts'
import { type ChatState, chatActions } from '../../chatModel/chatSlice.ts'
import { keepDraftFiles, readDraftFiles, takenUp } from '../../chatModel/drafts.ts'
import { logError } from '../../chatModel/logError.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import { useWithin } from '../../chatModel/testedContext.ts'
import { isImage } from './isImage.ts'
import * as uploading from './uploads.ts'

/** A file of a draft as its chip shows it, whether it is on its way or has arrived. */
export interface AttachmentItem {
  key: string
  name: string
  size: number
  place: number
  state: 'Waiting' | 'Sending' | 'Reading' | 'Ready' | 'Failed'
  /** From 0 to 1, while it is sent. */
  sent: number
  /** Why it failed, in the words of the present language. */
  failure: (() => string) | null
  retry: (() => void) | null
  remove: () => void
  isImage: boolean
  /** An image that nobody would look at: what answers has changed since it was added. */
  unseen: boolean
  /** The text that was pasted and became this file, while the page has it. */
  pasted: string | null
  /** The file of the server, where it has arrived. */
  uploaded: UploadedFile | null
}

export type CanSee = () => Promise<boolean>

export type Attachments = ReturnType<typeof useAttachments>

/**
 * The files of a draft: those on their way, those that are read, and what can be done with them. `canSee` says whether
 * images would be looked at; where that cannot be known the server decides when the question comes.
 */
export function useAttachments(draftOf: string, canSee: CanSee = seesAlways) {
  const chat = useWithin()
  const t = attachmentTexts.useText()
  const dispatch = useDispatch()
  const all = useChat((chat) => chat.uploadedFiles)
  const onTheirWay = useObservable(uploading.uploads).items
  const [leftOut, setLeftOut] = useState(0)
  useDraftFiles(draftOf, all)

  const hasImages = all.some((file) => file.draftOf === draftOf && file.image)
  const unseen = useUnseen(hasImages, canSee)
  const items = useMemo(() => {
    const sent = onTheirWay.filter(({ target }) => target.draftOf === draftOf).map(itemOfUpload)
    const arrived = all
      .filter((file) => file.draftOf === draftOf)
      .map((file) => itemOfFile(file, (id) => dispatch(chatActions.attachmentRemoved(id))))
    return [...sent, ...arrived]
      .sort((a, b) => a.place - b.place)
      .map((item) => (item.isImage && unseen ? { ...item, unseen } : item))
  }, [all, onTheirWay, draftOf, dispatch, unseen])

  const working = items.filter(({ state }) => state === 'Waiting' || state === 'Sending').length
  const sendable = items.flatMap(({ uploaded, state }) => (uploaded && state !== 'Failed' ? [uploaded] : []))
  const ready: Sent = { attachments: uploadedFilesPrompt(sendable), images: uploadedImagesPrompt(sendable) }
  return {
    items,
    /** How many are being uploaded: sending waits for them. */
    working,
    failed: items.filter(({ state }) => state === 'Failed').length,
    /** What goes with the question. */
    ready,
    /** The same, as the draft has it. */
    sendable,
    /** How many files the last choice had too many. */
    leftOut,
    add(files: readonly File[]): void {
      const take = (seen: boolean) => {
        const room = limits.attachmentsPerSegment - items.filter(({ state }) => state !== 'Failed').length
        const imageRoom = limits.visionImagesPerSegment - items.filter(({ isImage: is }) => is).length
        setLeftOut(
          uploading.attachFiles(draftOf, files, 'FileSearch', room, { chat, seen, room: imageRoom }).length,
        )
      }
      if (files.some(isImage)) void canSee().then(take, () => take(true))
      else take(false)
    },
    /** A text that goes with the question as a file; false where there is no room for another file. */
    addText(text: string): boolean {
      const taken = items.filter(({ state }) => state !== 'Failed').length
      if (taken >= limits.attachmentsPerSegment) return false
      uploading.attachText(draftOf, text, nameOfPasted(items, t('pastedName')))
      return true
    },
    forgetLeftOut: () => setLeftOut(0),
    /** The question is sent: what went with it is its own now, what failed is dropped. */
    sent(): void {
      for (const item of items) {
        const { uploaded, state } = item
        if (!uploaded || stays(item)) continue
        uploading.forget(uploaded.attachmentId)
        uploading.forgetPasted(uploaded.place)
        if (state === 'Failed') removeQuietly(uploaded)
      }
      uploading.dismissFailed(draftOf)
      const left = items.flatMap((item) => (item.uploaded && stays(item) ? [item.uploaded] : []))
      dispatch(chatActions.attachmentsCleared(draftOf))
      for (const file of left) dispatch(chatActions.attachmentAdded(file))
      keepDraftFiles(draftOf, left)
      setLeftOut(0)
    },
  }
}

/** A pasted text that could not be read may be nowhere else: it waits for the person's decision. */
const stays = ({ state, pasted }: AttachmentItem): boolean => state === 'Failed' && pasted !== null

/** “Pasted text.txt”, and with a number where there is one already. */
function nameOfPasted(items: readonly AttachmentItem[], name: string): string {
  const taken = new Set(items.map((item) => item.name))
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? `${name}.txt` : `${name} ${number}.txt`
    if (!taken.has(numbered)) return numbered
  }
}

const seesAlways: CanSee = async () => true

/** Whether the images of a draft would be looked at by nobody; another agent or deployment is asked anew. */
function useUnseen(hasImages: boolean, canSee: CanSee): boolean {
  const [unseen, setUnseen] = useState(false)
  useEffect(() => {
    let isOld = false
    const tell = (seen: boolean) => {
      if (!isOld) setUnseen(!seen)
    }
    if (hasImages) void canSee().then(tell, () => tell(true))
    else tell(true)
    return () => {
      isOld = true
    }
  }, [hasImages, canSee])
  return unseen
}

function itemOfUpload({
  uploadId,
  name,
  size,
  state,
  sent,
  error,
  target,
}: uploading.Upload): AttachmentItem {
  const refused =
    error instanceof ApiError &&
    /^(file|attachment|image\.(kind|broken|tooHard)|visionImage|conversation)\b/.test(
      error.problem?.code ?? '',
    )
  return {
    key: uploadId,
    name,
    size,
    place: target.place,
    state,
    sent,
    failure: state === 'Failed' ? () => errorText(error) : null,
    retry: state === 'Failed' && !refused ? () => uploading.retryUpload(uploadId) : null,
    remove() {
      uploading.forgetPasted(target.place)
      uploading.cancelUpload(uploadId)
    },
    pasted: uploading.pastedAt(target.place),
    unseen: false,
    isImage: target.attachmentType === 'Vision' && state !== 'Failed',
    uploaded: null,
  }
}

function itemOfFile(file: UploadedFile, removed: (attachmentId: string) => void): AttachmentItem {
  const { attachmentId, originalFileName, size, state, reason, place } = file
  const drop = () => {
    removed(attachmentId)
    removeQuietly(file)
  }
  const again = () => {
    uploading.uploadAgain(file)
    drop()
  }
  const mayHelp = reason === 'file.failed' && uploading.isAtHand(attachmentId)
  return {
    key: attachmentId,
    name: originalFileName,
    size,
    place,
    state: state === 'Ready' || state === 'Failed' ? state : 'Reading',
    sent: 1,
    failure: state === 'Failed' ? () => failureOf(reason) : null,
    retry: state === 'Failed' && mayHelp ? again : null,
    remove() {
      uploading.forgetPasted(place)
      drop()
    },
    pasted: uploading.pastedAt(place),
    unseen: false,
    isImage: file.image !== undefined,
    uploaded: file,
  }
}

/** The person has done with the file; one that stays at the server is removed there after a day. */
function removeQuietly({ attachmentId, image }: UploadedFile): void {
  uploading.forget(attachmentId)
  // An image that nobody sends is forgotten there by itself.
  if (image) return
  remove(attachmentId).catch((error: unknown) =>
    logError('attachment.removeFailed', { error: String(error) }),
  )
}

/** Keeps what is uploaded for a draft over reloads, and takes up what was uploaded while no composer was there. */
function useDraftFiles(draftOf: string, all: readonly UploadedFile[]): void {
  const dispatch = useDispatch()
  const store = useStore<{ chat: ChatState }>()
  const restored = useRef<string | null>(null)
  useEffect(() => uploading.onUploaded((file) => dispatch(chatActions.attachmentAdded(file))), [dispatch])
  useEffect(() => {
    const known = new Set(store.getState().chat.uploadedFiles.map(({ attachmentId }) => attachmentId))
    for (const file of readDraftFiles(draftOf)) {
      if (known.has(file.attachmentId)) continue
      dispatch(chatActions.attachmentAdded({ ...takenUp(file), draftOf }))
    }
    restored.current = draftOf
  }, [draftOf, dispatch, store])
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept whenever the files have changed.
  useEffect(() => {
    // Not before what was kept has been read.
    if (restored.current !== draftOf) return
    keepDraftFiles(
      draftOf,
      store.getState().chat.uploadedFiles.filter((file) => file.draftOf === draftOf),
    )
  }, [all, draftOf, store])
}
