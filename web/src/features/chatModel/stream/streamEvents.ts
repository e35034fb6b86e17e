import type { StreamEvent, StreamEventName } from '@parlance/contract/events'
import type { UnknownAction } from '@reduxjs/toolkit'
import { chatActions } from '../chatSlice.ts'

export type NumberedEvent = StreamEvent & { id: number }

/** The side effects of an event outside the state. */
export interface StreamEffects {
  dispatch: (action: UnknownAction) => void
  keepSessionTokens: (tokens: [string, string][]) => void
  log: (event: string, fields: Record<string, unknown>) => void
}

/** Applies one event: an action on the chat state, session tokens for later calls, errors for the log. */
export function applyEvent(event: NumberedEvent, effects: StreamEffects): void {
  if (event.event === 'error' || event.event === 'internal-server-error') {
    effects.log(`stream.${event.event}`, { code: event.data.code, requestId: event.data.requestId })
  }
  if (event.event === 'cosmos-db-session-tokens') effects.keepSessionTokens(Object.entries(event.data))
  effects.dispatch(actions[event.event]({ id: event.id, data: event.data as never }))
}

const actions: Record<StreamEventName, (payload: { id: number; data: never }) => UnknownAction> = {
  'conversation-and-segment-id': chatActions.conversationAndSegmentId,
  'response-updated': chatActions.responseUpdated,
  error: chatActions.error,
  'internal-server-error': chatActions.internalServerError,
  'response-model': chatActions.responseModel,
  'code-interpreter-updated': chatActions.codeInterpreterUpdated,
  'thinking-updated': chatActions.thinkingUpdated,
  'step-update': chatActions.stepUpdate,
  'generated-image-link': chatActions.generatedImageLink,
  'cosmos-db-session-tokens': chatActions.sessionTokens,
  'no-more-data': chatActions.noMoreData,
}

/** Joins consecutive texts into one event under the last one's number, for one state change per frame. */
export function joined(events: readonly NumberedEvent[]): NumberedEvent[] {
  const result: NumberedEvent[] = []
  for (const event of events) {
    const last = result.at(-1)
    if (last && isText(last) && isText(event) && last.event === event.event) {
      result[result.length - 1] = { ...event, data: { text: last.data.text + event.data.text } }
    } else result.push(event)
  }
  return result
}

type TextEvent = Extract<NumberedEvent, { event: 'response-updated' | 'thinking-updated' }>
const isText = (event: NumberedEvent): event is TextEvent =>
  event.event === 'response-updated' || event.event === 'thinking-updated'
