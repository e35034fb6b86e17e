import { answerTokens } from './answerTokens.ts'
import type { AnswerRequest, Message, ToolCall } from './engine.ts'
import type { Deployment } from './registry.ts'
import type { Learned, WireBody } from './wireEngine.ts'

export interface ChatCompletionsShape {
  /** OpenAI's own services require `max_completion_tokens`; compatible servers know `max_tokens`. */
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** Whether a model's thinking is sent back with its tool calls, as several makers of open models require. */
  returnsThinking: boolean
}

/** The data that is sent back with the tool calls of a turn. */
export interface CarriedThinking {
  of: 'chatCompletions'
  fields: Record<string, unknown>
  /** By tool call ID, for example the signature of the thinking before the call. */
  extraContent: Record<string, unknown>
}

export function chatCompletionsBody(
  request: AnswerRequest,
  deployment: Deployment,
  learned: Learned,
  shape: ChatCompletionsShape,
): WireBody {
  const other = shape.maxTokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  const maxTokensField = learned.refused.has(shape.maxTokensField) ? other : shape.maxTokensField
  // If the name gives no hint, such as Azure's custom names, a set effort shows that the model thinks.
  const thinks =
    deployment.reasoning || (request.reasoningEffort !== null && !learned.refused.has('reasoning_effort'))
  const options: Record<string, unknown> = {
    ...(deployment.reasoning
      ? {}
      : {
          temperature: request.temperature,
          top_p: request.topP,
          frequency_penalty: request.frequencyPenalty,
        }),
    ...(request.reasoningEffort ? { reasoning_effort: request.reasoningEffort.toLowerCase() } : {}),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    [maxTokensField]: answerTokens(request, deployment, learned, thinks),
    stream_options: { include_usage: true },
    ...(request.tools.length > 0 ? { tools: request.tools.map(toolOf) } : {}),
  }
  for (const name of learned.refused) delete options[name]
  return {
    body: {
      model: request.deploymentName,
      messages: request.messages.map((message) => messageOf(message, shape)),
      ...options,
      stream: true,
    },
    thinks,
    // Longest name first, because a refusal quotes the complete name.
    optional: Object.keys(options).toSorted((one, two) => two.length - one.length),
  }
}

function toolOf(tool: AnswerRequest['tools'][number]): object {
  const { name, description, parameters } = tool
  return { type: 'function', function: { name, description, parameters } }
}

function messageOf(message: Message, shape: ChatCompletionsShape): object {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content }
  if (message.role === 'user' && message.pictures?.length) {
    const pictures = message.pictures.map(({ mimeType, base64 }) => ({
      type: 'image_url',
      image_url: { url: `data:${mimeType};base64,${base64}` },
    }))
    return { role: 'user', content: [...pictures, { type: 'text', text: message.content }] }
  }
  if (message.role !== 'assistant' || !message.toolCalls?.length) {
    return { role: message.role, content: message.content }
  }
  const carried = shape.returnsThinking && isCarried(message.carried) ? message.carried : null
  return {
    role: 'assistant',
    content: message.content === '' ? null : message.content,
    ...carried?.fields,
    tool_calls: message.toolCalls.map((call) => callOf(call, carried)),
  }
}

function callOf(call: ToolCall, carried: CarriedThinking | null): object {
  const extra = carried?.extraContent[call.id]
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.input },
    ...(extra === undefined ? {} : { extra_content: extra }),
  }
}

function isCarried(value: unknown): value is CarriedThinking {
  return typeof value === 'object' && value !== null && (value as { of?: unknown }).of === 'chatCompletions'
}
