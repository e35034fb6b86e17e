import { answerTokens, thinkingTokens } from './answerTokens.ts'
import { claudeVersion } from './deployments.ts'
import type { AnswerRequest, Message, Picture } from './engine.ts'
import type { Deployment } from './registry.ts'
import type { Learned, WireBody } from './wireEngine.ts'

export type Block = Record<string, unknown> & { type: string }

interface Turn {
  role: 'user' | 'assistant'
  content: Block[]
}

/**
 * The blocks of a turn that called tools, as received: signed thinking must be sent back unchanged and in its
 * place.
 */
interface CarriedBlocks {
  of: 'anthropic'
  blocks: Block[]
}

const LEAST_BUDGET = 1_024

export function anthropicBody(request: AnswerRequest, deployment: Deployment, learned: Learned): WireBody {
  const version = claudeVersion(request.deploymentName ?? '')
  const form = request.reasoningEffort ? thinkingForm(version, learned) : null
  // The newest models think by default, which uses tokens even if no one requested it.
  const thinks = form !== null || (version ?? 0) >= 5
  const maxTokens = answerTokens(request, deployment, learned, thinks)
  const options: Record<string, unknown> = {
    ...thinkingOptions(form, request, maxTokens),
    ...(thinks || (version ?? 0) >= 4.7 ? {} : samplingOf(request)),
    ...toolsOf(request),
  }
  for (const name of learned.refused) delete options[name]
  if (!('tools' in options)) delete options.tool_choice
  const system = request.messages
    .filter((message) => message.role === 'system')
    .map((message) => message.content)
    .filter((content) => content.trim() !== '')
    .join('\n\n')
  const turns = turnsOf(request.messages)
  const caches = !learned.refused.has(CACHE) && lengthOf(system, request.messages) >= CACHED_FROM_CHARACTERS
  return {
    body: {
      model: request.deploymentName,
      max_tokens: maxTokens,
      ...(system === '' ? {} : { system: caches ? [cached({ type: 'text', text: system })] : system }),
      messages: caches ? withHistoryCached(turns) : turns,
      ...options,
      stream: true,
    },
    optional: [
      ...(form ? [form] : []),
      ...Object.keys(options).filter((name) => !formOptions.has(name)),
      ...(caches ? [CACHE] : []),
    ],
    thinks,
  }
}

const CACHE = 'cache_control'
/** The service caches nothing shorter. */
const CACHED_FROM_CHARACTERS = 4096

const lengthOf = (system: string, messages: readonly Message[]): number =>
  messages.reduce((sum, { role, content }) => (role === 'system' ? sum : sum + content.length), system.length)

/** Marks the end of what the next calls repeat, so that the service reuses it for a few minutes. */
const cached = (block: Block): Block => ({ ...block, [CACHE]: { type: 'ephemeral' } })

/** Everything up to the last answer or tool call is the same in the next call; the last question isn't. */
function withHistoryCached(turns: Turn[]): Turn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'assistant')
  return turns.map((turn, at) => {
    const block = turn.content.at(-1)
    // Thoughts can't be marked.
    if (at !== last || !block || !['text', 'tool_use'].includes(block.type)) return turn
    return { ...turn, content: [...turn.content.slice(0, -1), cached(block)] }
  })
}

const formOptions = new Set(['thinking', 'output_config'])

type ThinkingForm = 'thinking.adaptive' | 'thinking.budget'

/**
 * From version 4.6, the model decides how much it thinks; before that, it gets a budget. Versions before 3.7
 * can't think.
 */
function thinkingForm(version: number | null, learned: Learned): ThinkingForm | null {
  if (version !== null && version < 3.7) return null
  const forms: ThinkingForm[] =
    version === null || version >= 4.6
      ? ['thinking.adaptive', 'thinking.budget']
      : ['thinking.budget', 'thinking.adaptive']
  return forms.find((form) => !learned.refused.has(form)) ?? null
}

function thinkingOptions(form: ThinkingForm | null, request: AnswerRequest, maxTokens: number): object {
  const effort = request.reasoningEffort
  if (form === null || effort === null) return {}
  if (form === 'thinking.adaptive') {
    return {
      // Otherwise the newest models don't show their thinking.
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: effort.toLowerCase() },
    }
  }
  const budget = Math.max(LEAST_BUDGET, Math.min(thinkingTokens[effort], maxTokens - request.maxTokens))
  // The budget counts toward the output tokens and must leave room in them.
  return budget < maxTokens ? { thinking: { type: 'enabled', budget_tokens: budget } } : {}
}

/** The maximum temperature is 1, and newer models accept only one of the two parameters. */
function samplingOf(request: AnswerRequest): object {
  return request.topP < 1 && request.temperature === 1
    ? { top_p: request.topP }
    : { temperature: Math.min(1, request.temperature) }
}

function toolsOf(request: AnswerRequest): object {
  if (request.tools.length > 0) {
    return {
      tools: request.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }
  }
  // Tools called earlier must still be declared, even if none can be called now.
  const names = new Set(
    request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name) : [],
    ),
  )
  if (names.size === 0) return {}
  return {
    tools: [...names].map((name) => ({ name, description: '', input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  }
}

/** Roles must alternate: consecutive messages of one role are merged. */
function turnsOf(messages: Message[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const content = blocksOf(message)
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', content: [{ type: 'text', text: '…' }] })
  return turns
}

function blocksOf(message: Exclude<Message, { role: 'system' }>): Block[] {
  if (message.role === 'tool') {
    const { toolCallId, content, isError } = message
    return [{ type: 'tool_result', tool_use_id: toolCallId, content, ...(isError ? { is_error: true } : {}) }]
  }
  if (message.role === 'assistant' && message.toolCalls?.length) {
    if (isCarried(message.carried)) return message.carried.blocks
    return [
      ...textBlocks(message.content),
      ...message.toolCalls.map(({ id, name, input }) => ({
        type: 'tool_use',
        id,
        name,
        input: objectOf(input),
      })),
    ]
  }
  const pictures = message.role === 'user' ? (message.pictures ?? []) : []
  return [...pictures.map(pictureBlock), ...textBlocks(message.content)]
}

function pictureBlock({ mimeType, base64 }: Picture): Block {
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data: base64 } }
}

/** The service rejects blank text. */
function textBlocks(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** Parses a tool input written by the model. The service accepts only objects back. */
export function objectOf(input: string): object {
  try {
    const value: unknown = JSON.parse(input)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The tool's result tells the model that its input was unreadable.
  }
  return {}
}

function isCarried(value: unknown): value is CarriedBlocks {
  return typeof value === 'object' && value !== null && (value as { of?: unknown }).of === 'anthropic'
}
