import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestApplication } from '../../../testing/application.ts'
import { call, openStream, send } from '../../../testing/client.ts'
import { base, idsOf } from './asking.ts'

interface Node {
  conversationSegmentId: string
  parentSegmentId: string | null
  status: string
}
interface Branches {
  items: { conversationSegmentId: string; question: string; answer: string }[]
  tree: Node[]
}

/** The result of posting questions: how many, and what went wrong. */
export interface Posted {
  posts: number
  errors: string[]
}

/**
 * The engine of these conversations repeats the question, so each answer shows which question it belongs to.
 */
export const answerTo = (question: string): string => `Answer to ${question}`

async function readBranches(app: TestApplication, token: string, conversationId: string, ids: string[] = []) {
  const query = ids.length > 0 ? `?ids=${ids.join(',')}` : ''
  return (await call<Branches>(app, `${base}/${conversationId}/segments${query}`, { token })).body
}

/**
 * Posts from two tabs on the same leaf at the same moment, repeatedly. Both questions must become branches of
 * that leaf, each with its own answer.
 */
export async function postFromTwoTabs(
  app: TestApplication,
  token: string,
  gptSystemId: string,
  rounds: number,
): Promise<Posted> {
  const first = await openStream(app, `${base}/byGptSystemId/${gptSystemId}`, {
    token,
    body: { question: 'first' },
  })
  await first.ended
  const { conversationId, conversationSegmentId } = idsOf(first)
  const errors: string[] = []
  let leaf = conversationSegmentId
  for (let round = 0; round < rounds; round++) {
    const questions = [`${round} of tab A`, `${round} of tab B`]
    const ids = await Promise.all(
      questions.map(async (question) => {
        const stream = await openStream(app, `${base}/${conversationId}/segments`, {
          token,
          body: { question, parentSegmentId: leaf },
        })
        await stream.ended
        return stream.status === 200 ? idsOf(stream).conversationSegmentId : null
      }),
    )
    const kept = ids.filter((one) => one !== null)
    const { items, tree } = await readBranches(app, token, conversationId, kept)
    const children = tree.filter(({ parentSegmentId }) => parentSegmentId === leaf)
    if (children.length !== 2) errors.push(`round ${round}: ${children.length} branches`)
    for (const question of questions) {
      const found = items.filter((item) => item.question === question)
      if (found.length !== 1 || found[0]?.answer !== answerTo(question))
        errors.push(`${question}: ${JSON.stringify(found)}`)
    }
    leaf = kept[round % kept.length] ?? leaf
  }
  const { tree } = await readBranches(app, token, conversationId)
  if (tree.length !== 1 + 2 * rounds) errors.push(`${tree.length} segments are stored`)
  if (tree.some(({ status }) => status !== 'Completed')) errors.push('not all are answered')
  return { posts: 2 * rounds, errors }
}

/**
 * Sends posts whose connections are cut at some moment, then retries them under their keys, twice at once. Each
 * question must be stored once, and the last request must get the whole answer.
 */
export async function retryPosts(
  app: TestApplication,
  token: string,
  gptSystemId: string,
  posts: number,
): Promise<Posted> {
  const path = `${base}/byGptSystemId/${gptSystemId}`
  const errors: string[] = []
  for (let post = 0; post < posts; post++) {
    const question = `retried ${post}`
    const options = { token, body: { question }, headers: { 'idempotency-key': randomUUID() } }
    const cut = new AbortController()
    const begun = send(app, path, { ...options, signal: cut.signal }).catch(() => undefined)
    await wait(post % 12)
    cut.abort()
    const again = await Promise.all([openStream(app, path, options), openStream(app, path, options)])
    await Promise.all([begun, ...again.map(({ ended }) => ended)])
    const ids = new Set(again.map((stream) => JSON.stringify(idsOf(stream))))
    if (ids.size !== 1) errors.push(`${question}: ${[...ids].join(' and ')}`)
    const { conversationId } = idsOf(again[0])
    const { items, tree } = await readBranches(app, token, conversationId)
    if (tree.length !== 1 || items[0]?.answer !== answerTo(question))
      errors.push(`${question}: ${JSON.stringify(items)}`)
  }
  const stored = await countConversations(app, token, 'retried')
  if (stored !== posts) errors.push(`${stored} conversations of ${posts} are stored`)
  return { posts, errors }
}

async function countConversations(app: TestApplication, token: string, search: string): Promise<number> {
  let count = 0
  let next: string | null = null
  do {
    const token_ = next === null ? '' : `&continuationToken=${encodeURIComponent(next)}`
    const path: string = `${base}?pageSize=200&search=${search}${token_}`
    const page = await call<{ items: unknown[]; continuationToken: string | null }>(app, path, { token })
    count += page.body.items.length
    next = page.body.continuationToken
  } while (next !== null)
  return count
}
