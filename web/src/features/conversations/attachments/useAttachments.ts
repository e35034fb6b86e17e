import { limits } from '@parlance/contract/limits'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { ApiError } from '../../../api/apiError.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useObservable } from '../../../ui/useObservable.ts'
import { type ChatState, chatActions } from '../chatSlice.ts'
import { keepDraftFiles, readDraftFiles, takenUp } from '../drafts.ts'
import { logError } from '../logError.ts'
import { useWithin } from '../tested.ts'
import { useChat } from '../useChatStream.ts'
import { remove, type Sent, type UploadedFile, uploadedFilesPrompt, uploadedImagesPrompt } from './api.ts'
import { failureOf } from './failures.ts'
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
  /** The file of the server, where it has arrived. */
  uploaded: UploadedFile | null
}

export type CanSee = () => Promise<boolean>

export type Attachments = ReturnType<typeof useAttachments>

/**
 * The files of a draft: those on their way, those that are read, and what can be done with them. `canSee` says whether
 * images would be looked at; where that cannot be known the server decides when the question comes.
 */
export function useAttachments(draftOf: string, canSee: CanSee = async () => true) {
  const chat = useWithin()
  const dispatch = useDispatch()
  const all = useChat((chat) => chat.uploadedFiles)
  const onTheirWay = useObservable(uploading.uploads).items
  const [leftOut, setLeftOut] = useState(0)
  useDraftFiles(draftOf, all)

  const items = useMemo(() => {
    const sent = onTheirWay.filter(({ target }) => target.draftOf === draftOf).map(itemOfUpload)
    const arrived = all
      .filter((file) => file.draftOf === draftOf)
      .map((file) => itemOfFile(file, (id) => dispatch(chatActions.attachmentRemoved(id))))
    return [...sent, ...arrived].sort((a, b) => a.place - b.place)
  }, [all, onTheirWay, draftOf, dispatch])

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
    forgetLeftOut: () => setLeftOut(0),
    /** The question is sent: what went with it is its own now, what failed is dropped. */
    sent(): void {
      for (const { uploaded, state } of items) {
        if (!uploaded) continue
        uploading.forget(uploaded.attachmentId)
        if (state === 'Failed') removeQuietly(uploaded)
      }
      uploading.dismissFailed(draftOf)
      dispatch(chatActions.attachmentsCleared(draftOf))
      keepDraftFiles(draftOf, [])
      setLeftOut(0)
    },
  }
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
    remove: () => uploading.cancelUpload(uploadId),
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
    remove: drop,
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
