import { errors } from '@parlance/contract/errors'
import type { Attachments, ReadAttachment, SentAttachment } from '../../attachments/index.ts'
import type { AnswerTexts } from './answerTexts.ts'
import type { Steps } from './steps.ts'

export interface AttachedFiles {
  /** The index IDs of the files that can be searched. */
  libraryIds: number[]
  /** The libraries that they are in. */
  dataSourceIds: string[]
  /** The index IDs of the files that came with this question. */
  newLibraryIds: number[]
  /** The files that came with this question. */
  own: ReadAttachment[]
}

/**
 * Reads the attachments of the branch and shows this question's attachments as steps. If one can't be read, the
 * step gives the reason and the answer continues without it.
 */
export async function readAttached(
  attachments: Pick<Attachments, 'whenRead'>,
  given: { own: readonly SentAttachment[]; earlier: readonly SentAttachment[] },
  texts: AnswerTexts,
  steps: Steps,
  signal: AbortSignal,
): Promise<AttachedFiles> {
  const all = [...given.earlier, ...given.own]
  if (all.length === 0) return { libraryIds: [], dataSourceIds: [], newLibraryIds: [], own: [] }
  const own = new Set(given.own.map((file) => file.attachmentId))
  for (const file of given.own) steps.begin(stepOf(file), texts.reading(file.originalFileName))
  const read = await attachments.whenRead(
    all.map((file) => file.attachmentId),
    signal,
  )
  for (const file of read) {
    if (own.has(file.attachmentId) || file.state !== 'Ready') tellRead(file, texts, steps)
  }
  // Attachments that were deleted with their owner's data are missing.
  for (const file of given.own) {
    if (!read.some((one) => one.attachmentId === file.attachmentId))
      steps.failed(stepOf(file), texts.unread(file.originalFileName, null))
  }
  const searched = read.filter((file) => file.state === 'Ready' && file.libraryId !== null)
  const idsOf = (files: readonly ReadAttachment[]) => files.flatMap((file) => file.libraryId ?? [])
  const ofQuestion = searched.filter((file) => own.has(file.attachmentId))
  const dataSourceIds = searched.map((file) => file.dataSourceId)
  return { libraryIds: idsOf(searched), dataSourceIds, newLibraryIds: idsOf(ofQuestion), own: ofQuestion }
}

const stepOf = (file: SentAttachment) => `read-${file.attachmentId}`

function tellRead(file: ReadAttachment, texts: AnswerTexts, steps: Steps): void {
  const { state, reason, originalFileName: name } = file
  if (state === 'Ready') {
    steps.done(stepOf(file), texts.read(name))
  } else if (state === 'Failed') {
    const why = reason === null ? null : (texts.reasons[reason] ?? errors[reason][1])
    steps.failed(stepOf(file), texts.unread(name, why), reason === null ? {} : { output: reason })
  } else {
    steps.failed(stepOf(file), texts.stillReading(name))
  }
}
