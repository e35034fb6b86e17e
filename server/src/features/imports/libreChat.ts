import {
  type Exported,
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  type Message,
  MOST_NODES,
  nameOf,
  type Refusal,
  textOf,
  timeOf,
} from './exported.ts'

/** LibreChat's parent ID for a first message. */
const NO_PARENT = '00000000-0000-0000-0000-000000000000'

/** Reads LibreChat's JSON export of one conversation: a list of messages, or a tree of them (`recursive`). */
export function readLibreChat(raw: Fields): Exported | Refusal {
  const nodes = flat(listOf(raw.messagesTree ?? raw.messages))
  if (!nodes) return 'TooLong'
  const parents = new Map<string, string | null>()
  const messages = new Map<string, Message>()
  // Some versions name no parents if there is only one branch. Each message then follows the previous one.
  const isChain = nodes.every(({ fields, parentId }) => parentId === null && !idOf(fields.parentMessageId))
  let before: string | null = null
  for (const { id, parentId, fields } of nodes) {
    const named = idOf(fields.parentMessageId)
    parents.set(id, isChain ? before : (parentId ?? (named === NO_PARENT ? null : named)))
    const shown = shownOf(id, fields)
    if (shown) messages.set(id, shown)
    before = id
  }
  const times = [...messages.values()].flatMap(({ at }) => at ?? [])
  return {
    source: 'LibreChat',
    id: idOf(raw.conversationId),
    title: textOf(raw.title),
    createdAt: timeOf(raw.createdAt) ?? least(times),
    updatedAt: timeOf(raw.updatedAt) ?? greatest(times),
    currentId: raw.messagesTree === undefined ? before : null,
    parents,
    messages,
  }
}

const least = (times: number[]) => times.reduce<number | null>((a, b) => Math.min(a ?? b, b), null)
const greatest = (times: number[]) => times.reduce<number | null>((a, b) => Math.max(a ?? b, b), null)

interface Node {
  id: string
  /** From the position in the tree. */
  parentId: string | null
  fields: Fields
}

/**
 * Returns all messages, parents first, or null if there are too many. Not recursive, because a tree can be as
 * deep as it is long.
 */
function flat(roots: unknown[]): Node[] | null {
  const nodes: Node[] = []
  const known = new Set<string>()
  const waiting = roots.toReversed().map((message) => ({ message, parentId: null as string | null }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const fields = fieldsOf(next.message)
    if (!fields) continue
    if (nodes.length === MOST_NODES) return null
    const given = idOf(fields.messageId)
    const id = given && !known.has(given) ? given : `at ${nodes.length}`
    known.add(id)
    nodes.push({ id, parentId: next.parentId, fields })
    for (const message of listOf(fields.children).toReversed()) waiting.push({ message, parentId: id })
  }
  return nodes
}

function shownOf(id: string, fields: Fields): Message | null {
  // An error shown in place of an answer.
  if (fields.error === true) return null
  const isUser = fields.isCreatedByUser === true || textOf(fields.role) === 'user'
  const parts = contentOf(fields)
  const files = listOf(fields.files).map((file) => {
    const named = fieldsOf(file)
    const isImage = textOf(named?.type).startsWith('image/')
    return isImage ? '[image]' : `[file: ${nameOf(named?.filename) || '–'}]`
  })
  const text = [parts.text, ...files].filter((part) => part !== '').join('\n\n')
  if (text.trim() === '' && parts.thinking === '') return null
  return {
    id,
    role: isUser ? 'User' : 'Assistant',
    text,
    thinking: parts.thinking,
    at: timeOf(fields.createdAt),
    model: isUser ? null : nameOf(fields.model) || null,
    leftOut: files.length + parts.leftOut,
  }
}

/** Reasoning that precedes the answer, in versions without message parts. */
const thoughtFirst = /^:::thinking[^\S\n]*\n([\s\S]*?)\n:::\s*/

/** Returns a message's text, or the texts of its parts. */
function contentOf(fields: Fields): { text: string; thinking: string; leftOut: number } {
  const whole = textOf(fields.text)
  const parts = listOf(fields.content)
  if (parts.length === 0 || whole.trim() !== '') {
    const thought = thoughtFirst.exec(whole)
    return { text: whole.slice(thought?.[0].length ?? 0), thinking: thought?.[1] ?? '', leftOut: 0 }
  }
  const texts: string[] = []
  const thoughts: string[] = []
  let leftOut = 0
  for (const part of parts) {
    const read = fieldsOf(part) ?? {}
    const kind = textOf(read.type)
    if (kind === 'text') texts.push(partText(read.text))
    else if (kind === 'think') thoughts.push(partText(read.think))
    else if (kind.startsWith('image')) {
      leftOut += 1
      texts.push('[image]')
    }
  }
  const joined = (all: string[]) => all.filter((one) => one !== '').join('\n\n')
  return { text: joined(texts), thinking: joined(thoughts), leftOut }
}

const partText = (value: unknown): string => textOf(value) || textOf(fieldsOf(value)?.value)
