import { limits } from '@parlance/contract/limits'
import { cutTo } from '../../platform/language/cutTo.ts'
import type { Exported, Message } from './exported.ts'

/** A question with its answer, as stored. */
export interface ImportedSegment {
  /** The index of its parent, which comes earlier in the list. */
  parent: number | null
  question: string
  answer: string
  thinking: string
  /** Whether there was no answer. */
  unanswered: boolean
  model: string | null
  /** In milliseconds, never before the parent's time. */
  askedAt: number
  answeredAt: number
}

export interface SegmentTree {
  segments: ImportedSegment[]
  /** The index of the last segment of the visible branch. */
  leaf: number | null
  /** The number of texts that were cut to the length limit. */
  questionsCut: number
  answersCut: number
}

/** As many as can be read and shown at once without being slow. */
const MOST_SEGMENTS = 5_000
/** All texts of one conversation, which is stored in one transaction. */
const MOST_CHARACTERS = 8_000_000
/** Longer than any model's answer. Larger ones would be slow to show. */
const ANSWER = 400_000
const CUT = ' […]'
/** Replaces the question if the assistant wrote first. */
const NO_QUESTION = '…'

/** The answer messages so far: a linked list shared between branches. */
interface Said {
  message: Message
  before: Said | null
}

/** A question with the answer messages that follow it, until the next question. */
interface Exchange {
  question: Message | null
  said: Said | null
  parent: Exchange | null
  /** The index of its segment, once something follows it. */
  created: number | null
}

/**
 * Converts a conversation's message tree to a tree of questions and answers. Messages between two questions
 * form the answer. If a question has several, each is a regenerated answer.
 */
export function segmentsOf(exported: Exported, importedAt: number): SegmentTree | 'TooLong' {
  try {
    return treeOf(exported, importedAt)
  } catch (error) {
    if (error instanceof TooLong) return 'TooLong'
    throw error
  }
}

/** Thrown early, because a tree that branches everywhere would grow quadratically. */
class TooLong extends Error {}

function treeOf(exported: Exported, importedAt: number): SegmentTree {
  const tree = new MessageTree(exported)
  const maker = new SegmentMaker(exported.createdAt ?? importedAt)
  const ends = new Map<string, number>()
  for (const root of tree.roots()) {
    const waiting: { id: string; before: Exchange | null }[] = [{ id: root, before: null }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const message = exported.messages.get(next.id) as Message
      const exchange = following(message, next.before)
      const children = tree.take(next.id)
      if (children.length === 0) ends.set(next.id, maker.make(exchange))
      for (const id of children.toReversed()) {
        // A question ends the exchange before it, whatever else follows.
        if (exported.messages.get(id)?.role === 'User') maker.make(exchange)
        waiting.push({ id, before: exchange })
      }
    }
  }
  const { segments, questionsCut, answersCut } = maker
  const last = tree.lastBelow(exported.currentId)
  const leaf = (last === null ? undefined : ends.get(last)) ?? newest(segments)
  return { segments, leaf, questionsCut, answersCut }
}

function following(message: Message, before: Exchange | null): Exchange {
  if (message.role === 'User') return { question: message, said: null, parent: before, created: null }
  const said = { message, before: before?.said ?? null }
  return { question: before?.question ?? null, said, parent: before?.parent ?? null, created: null }
}

function newest(segments: ImportedSegment[]): number | null {
  const parents = new Set(segments.map(({ parent }) => parent))
  return segments.reduce<number | null>((found, segment, at) => {
    if (parents.has(at)) return found
    return found === null || segment.answeredAt >= (segments[found]?.answeredAt ?? 0) ? at : found
  }, null)
}

/** The visible messages, each below its nearest visible ancestor, with cycles broken. */
class MessageTree {
  readonly #exported: Exported
  readonly #children = new Map<string | null, string[]>()
  readonly #taken = new Set<string>()
  /** The children of each visited message that belong to the tree. */
  readonly #kept = new Map<string, string[]>()

  constructor(exported: Exported) {
    this.#exported = exported
    const above = shownAbove(exported)
    for (const id of exported.messages.keys()) {
      const parent = above(exported.parents.get(id) ?? null)
      const siblings = this.#children.get(parent)
      if (siblings) siblings.push(id)
      else this.#children.set(parent, [id])
    }
    const timeOf = (id: string) => exported.messages.get(id)?.at ?? 0
    // If any message has no time, only the export's order is known.
    for (const siblings of this.#children.values())
      if (siblings.every((id) => timeOf(id) > 0)) siblings.sort((a, b) => timeOf(a) - timeOf(b))
  }

  /** Yields the messages without a parent, and one of each cycle. */
  *roots(): Generator<string> {
    const first = this.#children.get(null) ?? []
    for (const id of [...first, ...this.#exported.messages.keys()]) {
      if (this.#taken.has(id)) continue
      this.#taken.add(id)
      yield id
    }
  }

  take(id: string): string[] {
    const children = (this.#children.get(id) ?? []).filter((child) => !this.#taken.has(child))
    for (const child of children) this.#taken.add(child)
    this.#kept.set(id, children)
    return children
  }

  /** Returns the end of the branch that contains a node, following the newest children. */
  lastBelow(nodeId: string | null): string | null {
    let at = shownAbove(this.#exported)(nodeId)
    for (let below = at; below !== undefined && below !== null; below = this.#kept.get(below)?.at(-1) ?? null)
      at = below
    return at
  }
}

/** Finds the nearest visible node from a node upwards, including the node itself. */
function shownAbove({ parents, messages }: Exported): (from: string | null) => string | null {
  const found = new Map<string, string | null>()
  return (from) => {
    const passed: string[] = []
    const seen = new Set<string>()
    let at = from
    while (at !== null && !messages.has(at) && !found.has(at) && !seen.has(at)) {
      seen.add(at)
      passed.push(at)
      at = parents.get(at) ?? null
    }
    const result = at === null || seen.has(at) ? null : messages.has(at) ? at : (found.get(at) ?? null)
    for (const id of passed) found.set(id, result)
    return result
  }
}

class SegmentMaker {
  readonly segments: ImportedSegment[] = []
  questionsCut = 0
  answersCut = 0
  #characters = 0
  readonly #begin: number

  constructor(begin: number) {
    this.#begin = begin
  }

  /** Creates a segment for an exchange, once. Its ancestors already have theirs. */
  make(exchange: Exchange): number {
    if (exchange.created !== null) return exchange.created
    const { question, parent } = exchange
    const said = inOrder(exchange.said)
    const before = parent?.created ?? null
    const earliest = before === null ? 0 : (this.segments[before]?.askedAt ?? 0)
    const times = said.flatMap(({ at }) => at ?? [])
    const askedAt = Math.max(question?.at ?? times[0] ?? (earliest || this.#begin), earliest)
    const answers = said.map(({ text }) => text).filter((text) => text !== '')
    const segment: ImportedSegment = {
      parent: before,
      question: this.#question(question?.text ?? ''),
      answer: this.#answer(answers.join('\n\n')),
      thinking: cutTo(
        said
          .map(({ thinking }) => thinking)
          .filter(Boolean)
          .join('\n\n'),
        ANSWER,
      ),
      unanswered: said.length === 0,
      model: said.findLast(({ model }) => model !== null)?.model ?? null,
      askedAt,
      answeredAt: Math.max(times.at(-1) ?? askedAt, askedAt),
    }
    this.#characters += segment.question.length + segment.answer.length + segment.thinking.length
    this.segments.push(segment)
    if (this.segments.length > MOST_SEGMENTS || this.#characters > MOST_CHARACTERS) throw new TooLong()
    exchange.created = this.segments.length - 1
    return exchange.created
  }

  #question(text: string): string {
    const question = text.trim() || NO_QUESTION
    if (question.length <= limits.question) return question
    this.questionsCut += 1
    return cutTo(question, limits.question - CUT.length) + CUT
  }

  #answer(text: string): string {
    if (text.length <= ANSWER) return text
    this.answersCut += 1
    return cutTo(text, ANSWER) + CUT
  }
}

function inOrder(last: Said | null): Message[] {
  const messages: Message[] = []
  for (let said = last; said; said = said.before) messages.push(said.message)
  return messages.reverse()
}
