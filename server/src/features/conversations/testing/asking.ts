import type { ExecutionDetails, Segment } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { TestApplication } from '../../../testing/application.ts'
import { call, type NumberedEvent, type OpenStream, openStream } from '../../../testing/client.ts'
import { createLibrary, settled, upload } from '../../knowledge/testing/library.ts'

export const base = '/api/internal/userConversations'
export type ShownSegment = z.output<typeof Segment>
export type Details = z.output<typeof ExecutionDetails>

export interface Asked {
  conversationId: string
  conversationSegmentId: string
  events: NumberedEvent[]
  segment: ShownSegment
}

/** Opens the stream of a question, in a new conversation with an agent or as the next one of a conversation. */
export function opened(
  app: TestApplication,
  token: string,
  target: { gptSystemId: string } | { conversationId: string },
  body: Record<string, unknown>,
): Promise<OpenStream> {
  const path =
    'gptSystemId' in target
      ? `${base}/byGptSystemId/${target.gptSystemId}`
      : `${base}/${target.conversationId}/segments`
  return openStream(app, path, { token, body })
}

export function idsOf(stream: OpenStream): { conversationId: string; conversationSegmentId: string } {
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id')
    throw new Error(`The stream didn't start with the IDs: ${stream.raw()}`)
  return first.data
}

/** Asks a question and waits for the end of the answer. */
export async function ask(
  app: TestApplication,
  token: string,
  target: { gptSystemId: string } | { conversationId: string },
  question: string,
  more: Record<string, unknown> = {},
): Promise<Asked> {
  const stream = await opened(app, token, target, { question, ...more })
  await stream.ended
  const ids = idsOf(stream)
  return { ...ids, events: stream.events, segment: await segmentOf(app, token, ids) }
}

export async function segmentOf(
  app: TestApplication,
  token: string,
  ids: { conversationId: string; conversationSegmentId: string },
): Promise<ShownSegment> {
  const path = `${base}/${ids.conversationId}/segments?ids=${ids.conversationSegmentId}`
  const { body } = await call<{ items: ShownSegment[] }>(app, path, { token })
  const [segment] = body.items
  if (!segment) throw new Error('The segment isn’t listed.')
  return segment
}

export async function detailsOf(
  app: TestApplication,
  token: string,
  ids: { conversationId: string; conversationSegmentId: string },
): Promise<Details> {
  const path = `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}/executionDetails`
  const { status, body } = await call<Details>(app, path, { token })
  if (status !== 200) throw new Error(`The details returned ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Creates a library with these files and waits until each is read. */
export async function libraryOf(
  app: TestApplication,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  const dataSourceId = await createLibrary(app, name)
  for (const [fileName, text] of Object.entries(files)) await upload(app, dataSourceId, fileName, text)
  await settled(app, dataSourceId)
  return dataSourceId
}

/** Uploads a file that waits to be sent with a question. */
export async function attach(
  app: TestApplication,
  token: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  attachmentType: 'FileSearch' | 'CodeInterpreter' = 'FileSearch',
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  const query = `attachmentType=${attachmentType}&context=Conversation`
  const { status, body } = await call<{ attachmentId: string }>(app, `/api/internal/attachments?${query}`, {
    token,
    body: form,
  })
  if (status !== 200) throw new Error(`The attachment was rejected: ${JSON.stringify(body)}`)
  return body.attachmentId
}
