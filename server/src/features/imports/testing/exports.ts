import { randomUUID } from 'node:crypto'

/** A node of ChatGPT's export, with its message. */
interface GptNode {
  id: string
  parent: string | null
  children: string[]
  message: Record<string, unknown> | null
}

export interface GptMessage {
  id: string
  parent: string | null
  role: 'system' | 'user' | 'assistant' | 'tool'
  text?: string
  /** In seconds, as in ChatGPT. */
  at?: number | null
  content?: Record<string, unknown>
  metadata?: Record<string, unknown>
  recipient?: string
}

export const SPRING = 1_710_000_000

/**
 * Builds a conversation as ChatGPT exports it: a map of nodes below an empty root, with hidden instructions
 * first.
 */
export function gptConversation(
  messages: readonly GptMessage[],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const root: GptNode = { id: 'root', parent: null, children: [], message: null }
  const mapping: Record<string, GptNode> = { root }
  for (const { id, parent, role, text = '', at = SPRING, content, metadata = {}, recipient } of messages) {
    const to = parent ?? 'root'
    mapping[id] = {
      id,
      parent: to,
      children: [],
      message: {
        id,
        author: { role, name: null, metadata: {} },
        create_time: at,
        update_time: null,
        content: content ?? { content_type: 'text', parts: [text] },
        status: 'finished_successfully',
        end_turn: true,
        weight: 1,
        metadata,
        recipient: recipient ?? 'all',
        channel: null,
      },
    }
    mapping[to]?.children.push(id)
  }
  return {
    title: 'Lighthouses',
    create_time: SPRING,
    update_time: SPRING + 60,
    mapping,
    moderation_results: [],
    current_node: messages.at(-1)?.id ?? 'root',
    conversation_id: randomUUID(),
    is_archived: false,
    default_model_slug: 'gpt-4o',
    ...more,
  }
}

/** Builds consecutive questions and answers. */
export function gptTurns(turns: readonly [question: string, answer: string][], begin = SPRING): GptMessage[] {
  const hidden: GptMessage = {
    id: 'system',
    parent: null,
    role: 'system',
    text: 'You are ChatGPT.',
    metadata: { is_visually_hidden_from_conversation: true },
  }
  const said = turns.flatMap(([question, answer], turn): GptMessage[] => {
    const at = begin + turn * 60
    const before = turn === 0 ? 'system' : `a${turn - 1}`
    return [
      { id: `q${turn}`, parent: before, role: 'user', text: question, at },
      {
        id: `a${turn}`,
        parent: `q${turn}`,
        role: 'assistant',
        text: answer,
        at: at + 20.5,
        metadata: { model_slug: 'gpt-4o' },
      },
    ]
  })
  return [hidden, ...said]
}

/** Builds LibreChat's export of one conversation from its messages. */
export function libreConversation(
  messages: readonly Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    conversationId: randomUUID(),
    endpoint: 'openAI',
    title: 'Beacons',
    exportAt: '10:00:00 GMT+0000 (Coordinated Universal Time)',
    branches: true,
    recursive: false,
    options: { model: 'gpt-4o', temperature: 1 },
    messages,
    ...more,
  }
}

export const libreMessage = (
  messageId: string,
  parentMessageId: string | null,
  text: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  messageId,
  parentMessageId: parentMessageId ?? '00000000-0000-0000-0000-000000000000',
  sender: messageId.startsWith('q') ? 'User' : 'GPT-4o',
  text,
  isCreatedByUser: messageId.startsWith('q'),
  createdAt: '2024-05-01T10:00:00.000Z',
  model: messageId.startsWith('q') ? null : 'gpt-4o',
  error: false,
  unfinished: false,
  ...more,
})
