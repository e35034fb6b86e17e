import { createHash } from 'node:crypto'
import type { conversations } from '@parlance/contract/conversations'
import type { ImageDeployment } from '../../../engines/registry.ts'
import { turnOf } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fewAtOnce } from '../../../platform/rates/fewAtOnce.ts'
import { imageMarkdown } from '../../../platform/runs/fold.ts'
import type { Agents } from '../../agents/index.ts'
import { countsMoney, type Usage } from '../../usage/index.ts'
import type { Updates } from '../chats/updates.ts'
import { type SegmentCost, storeCost } from '../execution/store.ts'
import { altText } from '../generatedImages/altText.ts'
import type { Drawing, Drawn, Order } from '../generatedImages/drawing.ts'
import { canCost, type ImagesSpent, isPriced, mostOf, spentOn } from '../generatedImages/imageCost.ts'
import { pathOfImage } from '../generatedImages/imagePaths.ts'
import { stored } from '../generatedImages/images.ts'
import * as store from '../generatedImages/store.ts'
import type { Reader } from '../readers/policy.ts'
import { basePathOf, type CallIn, type ReaderOf } from '../readers/readerOf.ts'
import { findAsked } from '../readers/store.ts'

interface Needs {
  agents: Pick<Agents, 'usableAgent' | 'testedAgent'>
  drawing: Drawing
  updates: Updates
  usage: Pick<Usage, 'boundsOf' | 'countAhead' | 'settleAhead'>
}

/** Each takes up to minutes, in which its request stays open. */
const atOnce = { each: 3, error: 'conversation.tooManyRuns', retryAfter: 10 } as const

/** The call with which people edit images and make variants. */
export function imageEditsService<X>(
  { blobs, database }: Pick<Platform, 'blobs' | 'database'>,
  { agents, drawing, updates, usage }: Needs,
  readerOf: ReaderOf<X>,
) {
  const { db } = database
  const oneOfFew = fewAtOnce(atOnce)

  /** Returns what makes the image, and the limits that apply, as for a question to the agent of the answer. */
  async function prepare(reader: Reader, gptSystemId: string) {
    const options = { isMemoryAllowed: false, temporary: true }
    const agent = await findAsked(db, agents, reader, gptSystemId, options)
    if (!agent) throw new AppError('agent.notFound')
    if (agent.guidelines.awaitsConsent) throw new AppError('guidelines.consentRequired')
    const { capabilityTypes, languageEngine } = agent.configuration
    // Budgets don’t apply to BuiltIn, so it creates none.
    if (languageEngine === 'BuiltIn' || !capabilityTypes.includes('ImageGeneration'))
      throw new AppError('generatedImage.notOffered')
    const deployment = await drawing.deployment()
    if (!deployment) throw new AppError('generatedImage.notConfigured')
    const bounds = await usage.boundsOf(agent)
    if (!isPriced(deployment) && countsMoney(bounds)) throw new AppError('usage.unpriced')
    // The limits count what the image costs, whatever the price of the agent’s model.
    return { deployment, bounds: { ...bounds, price: { inputPerMillion: 0, outputPerMillion: 0 } } }
  }

  /** Has an image made, or says why there is none, with what it used. */
  async function draw(
    deployment: ImageDeployment,
    order: Order,
    bounds: Awaited<ReturnType<typeof prepare>>['bounds'],
    asking: { signal: AbortSignal; userId: string; askedBy: string },
  ) {
    const { userId, ...asker } = asking
    const sent = order.edited && { image: Buffer.alloc(0), mask: null }
    const share = mostOf(deployment, { ...order, edited: sent })
    const counted = await usage.countAhead({ userId, bounds, share })
    let spent: ImagesSpent | null = null
    let failure: unknown = null
    const onMade = (made: number, told: Parameters<typeof spentOn>[2]) => {
      spent = spentOn(deployment, made, told)
    }
    let drawn: Drawn | null = null
    try {
      drawn = await drawing.draw(deployment, order, asker, onMade)
    } catch (cause) {
      failure = cause
    }
    const used = spent as ImagesSpent | null
    // A provider can also charge for what no one waits for. That stays counted.
    if (used || !(asker.signal.aborted || canCost(failure)))
      await usage.settleAhead(counted, used?.share ?? null)
    return { drawn, failure, used }
  }

  /** Returns the image that an image is an edit of, so that a variant of it is one too. Null if it was made from its prompt. */
  async function sourceOf(conversationId: string, { isEdit, shown: { parentKey } }: store.StoredImage) {
    return isEdit && parentKey ? store.readByKey(db, conversationId, parentKey) : null
  }

  async function makeFrom(
    call: CallIn<X, typeof conversations.editGeneratedImage>,
    reader: Reader,
    image: store.StoredImage,
    key: string,
  ): Promise<store.ShownImage> {
    const { conversationId, conversationSegmentId: segmentId } = call.params
    const { mask, size = image.size } = call.input
    const { deployment, bounds } = await prepare(reader, image.gptSystemId)
    if ((await store.readRoom(db, conversationId)) === 0) throw new AppError('generatedImage.full')
    const { prompt = image.prompt } = call.input
    const isVariant = call.input.prompt === undefined && mask === undefined
    const source = isVariant ? await sourceOf(conversationId, image) : image
    const order: Order = {
      ...{ prompt, count: 1, size, quality: null, background: null },
      edited: source && { image: source, mask: mask === undefined ? null : Buffer.from(mask, 'base64') },
    }
    const { userId } = reader.actor
    const asking = { signal: call.signal, userId, askedBy: turnOf(reader.actor) }
    const { drawn, failure, used } = await draw(deployment, order, bounds, asking)
    if (used) await storeCost(db, costOf(segmentId, deployment, used))
    if (!drawn) throw failure
    if (drawn.kind === 'Refused') throw new AppError('generatedImage.refused')
    const [encoded] = drawn.images
    if (!encoded) throw new AppError('generatedImage.unreadable')
    const alt = call.input.prompt === undefined ? image.alt : altOf(image, prompt)
    const about = { alt, prompt, size, parentKey: (source ?? image).key, isEdit: source !== null }
    const made = await stored(blobs, key, encoded, about)
    let isKept = false
    try {
      const shown = await call.change(async (tx) => {
        const kept = await store.insert(tx, { conversationId, segmentId }, made)
        if (!kept) throw new AppError('generatedImage.full')
        const Uri = pathOfImage(basePathOf(reader), conversationId, kept)
        if (!(await store.appendToAnswer(tx, segmentId, imageMarkdown({ Title: kept.alt, Uri }))))
          throw new AppError('generatedImage.answering')
        isKept = true
        return kept
      })
      if (!reader.tested) updates.tell(userId, 'conversation-changed', { conversationId })
      return shown
    } finally {
      if (!isKept) await blobs.remove(made.blobKey)
    }
  }

  return {
    async editGeneratedImage(call: CallIn<X, typeof conversations.editGeneratedImage>) {
      const { conversationId, conversationSegmentId: segmentId, key: parentKey } = call.params
      const reader = readerOf(call)
      const place = { conversationId, segmentId }
      const image = await store.find(db, reader, place, parentKey)
      if (!image) throw new AppError('generatedImage.notFound')
      if (!image.isAnswered) throw new AppError('generatedImage.answering')
      const key = keyOf(reader.actor.userId, call.idempotencyKey ?? '')
      const before = await store.find(db, reader, place, key)
      // A repeated call is answered with the first one’s image, and nothing is made again.
      if (before) return call.change(async () => before.shown)
      return oneOfFew(reader.actor.userId, () => makeFrom(call, reader, image, key))
    },
  }
}

function costOf(
  segmentId: string,
  { languageEngine, deploymentName }: ImageDeployment,
  { usage, cost }: ImagesSpent,
): SegmentCost {
  const used = { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, cost }
  return {
    segmentId,
    ...used,
    usages: [{ languageEngine, deploymentName, purpose: 'Image', calls: 1, ...used }],
  }
}

/** What an edited image shows, as far as it is known without seeing it. */
const altOf = ({ alt }: Pick<store.StoredImage, 'alt'>, prompt: string): string =>
  altText(alt === '' ? prompt : `${alt} (${prompt})`)

/** The same intent of a person makes the same image. */
export function keyOf(userId: string, idempotencyKey: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, idempotencyKey]))
    .digest('hex')
  const variant = ((Number.parseInt(hash[16]!, 16) & 0x3) | 0x8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
