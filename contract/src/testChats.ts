import { z } from 'zod'
import { AskInput } from './conversationShapes.ts'
import { conversations } from './conversations.ts'
import { type Access, type Endpoint, id, type Kind, nothing } from './endpoint.ts'

const base = conversations.list.path

/** An operation on people's conversations, on the test chats with a configuration: under its path, for its people. */
const onTestChats =
  <X extends z.ZodRawShape>(
    { base: testChats, access }: { base: `/api/internal/${string}`; access: Access },
    named: z.ZodObject<X>,
  ) =>
  <P extends z.ZodRawShape, I extends z.ZodObject, R extends z.ZodType, const K extends Kind>(
    declared: Endpoint<z.ZodObject<P>, I, R, K>,
    purpose: string,
  ): Endpoint<z.ZodObject<P & X>, I, R, K> => ({
    ...declared,
    path: declared.path.replace(base, testChats) as `/api/internal/${string}`,
    access,
    params: declared.params.extend(named.shape) as unknown as z.ZodObject<P & X>,
    purpose,
  })

function testChats<X extends z.ZodRawShape>(
  family: { base: `/api/internal/${string}`; access: Access },
  named: z.ZodObject<X>,
) {
  const of = onTestChats(family, named)
  return {
    create: of(
      { ...conversations.create, path: base, params: nothing, input: AskInput },
      'Starts a test chat with a configuration as it is now, and streams the answer.',
    ),
    addSegment: of(
      // What is tested answers, and no other agent.
      { ...conversations.addSegment, input: AskInput },
      'Asks the next question of a test chat; the configuration as it is now answers.',
    ),
    list: of(conversations.list, "One's test chats with a configuration, the last active first."),
    get: of(conversations.get, 'One test chat.'),
    remove: of(conversations.remove, 'Marks a test chat as deleted.'),
    updateSelectedLeafSegmentId: of(
      conversations.updateSelectedLeafSegmentId,
      'Chooses the visible branch of a test chat by its last segment.',
    ),
    listSegments: of(
      conversations.listSegments,
      "The tree of a test chat's segments, with the bodies of the visible branch.",
    ),
    stream: of(conversations.stream, "Follows a test chat's answer, from the last event that was seen."),
    abort: of(conversations.abort, "Stops a test chat's answer; what came is kept."),
    uploadVisionImage: of(
      conversations.uploadVisionImage,
      'Brings an image for the next question of a test chat with a configuration.',
    ),
    getVisionImage: of(
      conversations.getVisionImage,
      "One's own image of a test chat, or its thumbnail, as base64.",
    ),
    getCitation: of(conversations.getCitation, 'The passage that an answer of a test chat cites.'),
    getCitedDocument: of(
      conversations.getCitedDocument,
      'The text of a file that a test chat cites, as long as the configuration answers from it.',
    ),
    getCitedFile: of(
      conversations.getCitedFile,
      'The bytes of a file that a test chat cites, as long as the configuration answers from it.',
    ),
    getExecutionDetails: of(conversations.getExecutionDetails, "How a test chat's answer came about."),
    getTraceLogs: of(conversations.getTraceLogs, "The trace of a test chat's answer."),
  }
}

/** Test chats with a configuration of a personal agent: for its owner, and for those whom it is shared with for editing. */
export const configStateConversations = testChats(
  { base: '/api/internal/configStates/{configStateId}/conversations', access: 'signedIn' },
  z.strictObject({ configStateId: id }),
)

/** Test chats with a configuration of a system agent: each tester's own. */
export const adminConversations = testChats(
  {
    base: '/api/internal/gptSystems/configurationStates/{gptSystemConfigurationStateId}/conversations',
    access: ['GptSystemsWrite', 'GptSystemsReadSpecific', 'GptSystemsWriteSpecific'],
  },
  z.strictObject({ gptSystemConfigurationStateId: id }),
)
