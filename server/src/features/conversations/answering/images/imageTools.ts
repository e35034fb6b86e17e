import type { ImageSize } from '@parlance/contract/generatedImages'
import type { ImageDeployment } from '../../../../engines/registry.ts'
import { AppError } from '../../../../platform/errors.ts'
import { nothingSpent } from '../../../usage/index.ts'
import type { Drawn } from '../../generatedImages/drawing.ts'
import { canCost, mostOf, spentOn } from '../../generatedImages/imageCost.ts'
import { pathOfImage } from '../../generatedImages/imagePaths.ts'
import type { KnownImage } from '../../generatedImages/store.ts'
import type { Answering } from '../question.ts'
import type { AnswerTool, Outcome } from '../toolCalls.ts'
import { type AskedImages, editTool, generateTool, imageOrderOf } from './imageOrder.ts'
import { imageName } from './imageTexts.ts'

/** The most images of one answer, however often a model asks. */
const MOST_OF_ANSWER = 8

/** Returns the tools that make images; none if the agent makes none, or no deployment can. */
export async function imageTools(answering: Answering): Promise<AnswerTool[]> {
  const { asked, needs, texts } = answering
  const { drawing, conversationId } = asked
  if (!drawing) return []
  const known = await needs.generatedImages.listOf(conversationId)
  // Calls of one round run at the same time, but each image is reserved and counted before the next.
  let last: Promise<unknown> = Promise.resolve()
  let left = MOST_OF_ANSWER
  const tool = (kind: 'generate' | 'edit'): AnswerTool => ({
    definition: kind === 'generate' ? generateTool : editTool(known),
    refused: texts.notDrawn,
    prepare(input) {
      const order = imageOrderOf(input, kind)
      if ('refusal' in order) return order
      return {
        title: texts.drawing,
        async run() {
          const ran = last.then(async () => {
            if (order.count > left) return notDrawn(answering, full(left))
            const outcome = await makeOne(answering, drawing, order)
            if (!outcome.isError) left -= order.count
            return outcome
          })
          last = ran.catch(() => undefined)
          const outcome = await ran
          return () => outcome
        },
      }
    },
  })
  return [tool('generate'), tool('edit')]
}

const full = (left: number) =>
  left > 0
    ? `An answer can have ${MOST_OF_ANSWER} images, so only ${left} more can be made.`
    : `An answer can have ${MOST_OF_ANSWER} images. Make no more.`

const notDrawn = ({ texts }: Answering, content: string): Outcome => ({
  title: texts.notDrawn,
  content,
  isError: true,
})

const refusedContent =
  'The content filter of the image provider refused this. No image was created. Tell the person so in plain words, and suggest how to describe the image differently. Don’t try it again unchanged.'

async function makeOne(
  answering: Answering,
  { deployment, basePath }: { deployment: ImageDeployment; basePath: string },
  asked: AskedImages,
): Promise<Outcome> {
  const { needs, texts, text } = answering
  const { conversationId, segmentId } = answering.asked
  const parent =
    asked.edited === null ? null : await needs.generatedImages.findByNumber(conversationId, asked.edited)
  if (asked.edited !== null && !parent)
    return notDrawn(answering, `There is no ${imageName(asked.edited)} in this conversation.`)
  if ((await needs.generatedImages.roomIn(conversationId)) < asked.count)
    return notDrawn(answering, `${noRoom} Tell the person to start a new conversation.`)
  let drawn: Drawn
  try {
    drawn = await drawCounted(answering, deployment, asked, parent)
  } catch (cause) {
    answering.signal.throwIfAborted()
    const isOurs = cause instanceof AppError && /^(engine|generatedImage|image|egress)\./.test(cause.code)
    if (!isOurs) throw cause
    answering.execution.note('image.failed', { code: cause.code })
    return notDrawn(answering, `No image was created: ${cause.message}`)
  }
  if (drawn.kind === 'Refused') return { title: texts.imageRefused, content: refusedContent, isError: true }
  const names: string[] = []
  for (const image of drawn.images) {
    const about = {
      alt: asked.alt,
      prompt: asked.prompt,
      size: sizeOf(asked, parent),
      parentKey: parent?.key ?? null,
      isEdit: parent !== null,
    }
    const kept = await needs.generatedImages.keep({ conversationId, segmentId }, image, about)
    if (!kept) break
    text.image(asked.alt, pathOfImage(basePath, conversationId, kept))
    names.push(kept.fileName.replace(/\.\w+$/, ''))
  }
  if (drawn.images.length === 0) return notDrawn(answering, `No image was created: ${unreadable}`)
  if (names.length === 0) return notDrawn(answering, noRoom)
  return {
    title: texts.drew(names.length),
    content: `The person sees ${names.join(', ')}. Don’t link or repeat them. Say in a few words what you made, if anything.`,
  }
}

const noRoom = 'The conversation has no room for more images, so none was kept.'
const unreadable = new AppError('generatedImage.unreadable').message

const sizeOf = ({ size }: AskedImages, parent: KnownImage | null): ImageSize =>
  size ?? parent?.size ?? 'Square'

/** Reserves what the images can cost, has them made, and counts what they did. */
async function drawCounted(
  { needs, asked: { spending, queuedAs }, execution, signal }: Answering,
  deployment: ImageDeployment,
  asked: AskedImages,
  parent: KnownImage | null,
): Promise<Drawn> {
  const { prompt, count, quality, background } = asked
  const edited = parent && { image: parent, mask: null }
  const most = mostOf(deployment, { prompt, count, edited: edited && { image: Buffer.alloc(0), mask: null } })
  const ended = await spending.beginImages(most)
  signal.throwIfAborted()
  const began = performance.now()
  let isMade = false
  const called = (made: number, told: Parameters<typeof spentOn>[2]) => {
    const { usage, cost, share } = spentOn(deployment, made, told)
    isMade = true
    ended(share)
    const ms = Math.round(performance.now() - began)
    execution.called({ purpose: 'Image', usage, ms, cost }, deployment)
  }
  try {
    const order = { prompt, count, size: sizeOf(asked, parent), quality, background, edited }
    const drawn = await needs.drawing.draw(deployment, order, { signal, askedBy: queuedAs }, called)
    // Providers charge nothing for what they refuse.
    if (drawn.kind === 'Refused') ended(nothingSpent)
    return drawn
  } catch (cause) {
    if (isMade) throw cause
    if (!signal.aborted) ended(canCost(cause) ? most : nothingSpent)
    throw cause
  }
}
