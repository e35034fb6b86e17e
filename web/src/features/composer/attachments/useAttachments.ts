import type { ErrorCode } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import type { Within } from '../../../api/chatCalls.ts'
import { useObservable } from '../../../base/useObservable.ts'
import { ApiError } from '../../../transport/apiError.ts'
import { errorText } from '../../../ui/errorText.ts'
import {
  attachmentLimits,
  remove,
  type Sent,
  type UploadedFile,
  uploadedFilesPrompt,
  uploadedImagesPrompt,
} from '../../chatModel/attachments/api.ts'
import { failureOf } from '../../chatModel/attachments/failures.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { type ChatState, chatActions } from '../../chatModel/chatSlice.ts'
import { keepDraftFiles, readDraftFiles, takenUp } from '../../chatModel/drafts.ts'
import { logError } from '../../chatModel/logError.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import { isImage } from './isImage.ts'
import * as uploading from './uploads.ts'

/** A file of a draft as shown in its chip, whether uploading or uploaded. */
export interface AttachmentItem {
  key: string
  name: string
  size: number
  place: number
  state: 'Waiting' | 'Sending' | 'Reading' | 'Ready' | 'Failed'
  /** From 0 to 1 during the upload. */
  sent: number
  /** Returns the error in the current language. */
  failure: (() => string) | null
  retry: (() => void) | null
  remove: () => void
  isImage: boolean
  /** An image that the agent or model can't read, because either has changed since it was added. */
  unseen: boolean
  /** The pasted text that became this file, while the page has it. */
  pasted: string | null
  /** The file on the server, once it is uploaded. */
  uploaded: UploadedFile | null
}

/** What can be attached: any files, only images, or nothing. */
export type Attaches = 'Files' | 'Images' | 'Nothing'
/**
 * Whether images can be read. `TextOnly`: the server reads their text. `NotSent`: the model could, but the instance sends
 * it none.
 */
export type Sight = boolean | 'TextOnly' | 'NotSent'
export type CanSee = () => Promise<Sight>

export type Attachments = ReturnType<typeof useAttachments>

/**
 * The files of a draft, both uploading and uploaded, and their actions. `canSee` returns whether images can be
 * read. If that is unknown, the server decides when the question arrives.
 */
export function useAttachments(draftOf: string, canSee: CanSee = seesAlways, attaches: Attaches = 'Files') {
  const chat = useWithin()
  const { perQuestion } = attachmentLimits(chat)
  const t = attachmentTexts.useText()
  const dispatch = useDispatch()
  const store = useStore<{ chat: ChatState }>()
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
      .map((file) => itemOfFile(chat, file, (id) => dispatch(chatActions.attachmentRemoved(id))))
    return [...sent, ...arrived]
      .sort((a, b) => a.place - b.place)
      .map((item) => (item.isImage && unseen ? { ...item, unseen } : item))
  }, [all, onTheirWay, draftOf, dispatch, unseen, chat])

  const working = items.filter(({ state }) => state === 'Waiting' || state === 'Sending').length
  const sendable = items.flatMap(({ uploaded, state }) => (uploaded && state !== 'Failed' ? [uploaded] : []))
  const ready: Sent = { attachments: uploadedFilesPrompt(sendable), images: uploadedImagesPrompt(sendable) }
  return {
    items,
    /** The number of uploads in progress. Sending waits for them. */
    working,
    failed: items.filter(({ state }) => state === 'Failed').length,
    /** The files and images to send with the question. */
    ready,
    /** The same files, as stored with the draft. */
    sendable,
    /** How many files of the last selection didn't fit. */
    leftOut,
    add(files: readonly File[]): void {
      const take = (seen: uploading.Images['seen'], refusedAs?: ErrorCode) => {
        // Counted now, because files of another selection can have been added since the last rendering.
        const isHere = (draft: string, state: string) => draft === draftOf && state !== 'Failed'
        const sent = uploading.uploads.read().items.filter((one) => isHere(one.target.draftOf, one.state))
        const arrived = store.getState().chat.uploadedFiles.filter((one) => isHere(one.draftOf, one.state))
        const room = perQuestion - sent.length - arrived.length
        const imageRoom =
          limits.visionImagesPerSegment -
          sent.filter(({ target }) => target.attachmentType === 'Vision').length -
          arrived.filter(({ image }) => image).length
        setLeftOut(
          uploading.attachFiles({ draftOf, chat }, files, 'FileSearch', room, {
            seen,
            room: imageRoom,
            isOnly: attaches === 'Images',
            refusedAs,
          }).length,
        )
      }
      const say = (seen: Sight) =>
        seen === 'NotSent' ? take(false, 'conversation.imagesNotSent') : take(seen)
      if (files.some(isImage)) void canSee().then(say, () => take(true))
      else take(false)
    },
    /** Attaches a text to the question as a file. Returns false if there is no room for another file. */
    addText(text: string): boolean {
      const taken = items.filter(({ state }) => state !== 'Failed').length
      if (taken >= perQuestion) return false
      uploading.attachText({ draftOf, chat }, text, nameOfPasted(items, t('pastedName')))
      return true
    },
    forgetLeftOut: () => setLeftOut(0),
    /** Call when the question is sent. Its files now belong to the question, and failed ones are discarded. */
    sent(): void {
      for (const item of items) {
        const { uploaded, state } = item
        if (!uploaded || stays(item)) continue
        uploading.forget(uploaded.attachmentId)
        uploading.forgetPasted(uploaded.place)
        if (state === 'Failed') removeQuietly(chat, uploaded)
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

/** A pasted text that couldn't be read can be the only copy, so it stays until the user decides. */
const stays = ({ state, pasted }: AttachmentItem): boolean => state === 'Failed' && pasted !== null

/** Returns “Pasted text.txt”, with a number if the name exists. */
function nameOfPasted(items: readonly AttachmentItem[], name: string): string {
  const taken = new Set(items.map((item) => item.name))
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? `${name}.txt` : `${name} ${number}.txt`
    if (!taken.has(numbered)) return numbered
  }
}

const seesAlways: CanSee = async () => true

/** Returns whether no one can read the draft's images. Another agent or deployment is checked again. */
function useUnseen(hasImages: boolean, canSee: CanSee): boolean {
  const [unseen, setUnseen] = useState(false)
  useEffect(() => {
    let isOld = false
    const tell = (seen: Sight) => {
      if (!isOld) setUnseen(seen !== true)
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
    /^(file|attachment|image\.(kind|broken|tooHard)|visionImage|conversation|publicChat\.(noA|attachmentT))/.test(
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

function itemOfFile(
  chat: Within,
  file: UploadedFile,
  removed: (attachmentId: string) => void,
): AttachmentItem {
  const { attachmentId, originalFileName, size, state, reason, place } = file
  const drop = () => {
    removed(attachmentId)
    removeQuietly(chat, file)
  }
  const again = () => {
    uploading.uploadAgain(chat, file)
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

/**
 * Errors are only logged, because the user is done with the file. The server deletes a remaining one after a
 * day.
 */
function removeQuietly(chat: Within, { attachmentId, image }: UploadedFile): void {
  uploading.forget(attachmentId)
  // The server deletes unsent images automatically.
  if (image) return
  remove(chat, attachmentId).catch((error: unknown) =>
    logError('attachment.removeFailed', { error: String(error) }),
  )
}

/** Keeps a draft's uploads across reloads, and picks up uploads that ended while no composer was shown. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the files whenever they change.
  useEffect(() => {
    // Waits until the stored files have been read.
    if (restored.current !== draftOf) return
    keepDraftFiles(
      draftOf,
      store.getState().chat.uploadedFiles.filter((file) => file.draftOf === draftOf),
    )
  }, [all, draftOf, store])
}
