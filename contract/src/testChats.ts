import { z } from 'zod'
import { type Family, inFamily } from './conversationFamily.ts'
import { AskInput } from './conversationShapes.ts'
import { conversations } from './conversations.ts'
import { id, nothing } from './endpoint.ts'

const base = conversations.list.path

function testChats<X extends z.ZodRawShape>(family: Family, named: z.ZodObject<X>) {
  const of = inFamily(family, named)
  return {
    create: of(
      { ...conversations.create, path: base, params: nothing, input: AskInput },
      'Starts a test chat with a version’s current configuration, and streams the answer.',
    ),
    addSegment: of(
      // Only the tested agent answers.
      { ...conversations.addSegment, input: AskInput },
      'Asks the next question in a test chat, answered with the current configuration.',
    ),
    list: of(conversations.list, 'Lists your test chats with a version, most recently active first.'),
    get: of(conversations.get, 'Returns a test chat.'),
    remove: of(conversations.remove, 'Marks a test chat as deleted.'),
    updateSelectedLeafSegmentId: of(
      conversations.updateSelectedLeafSegmentId,
      'Selects the visible branch of a test chat by its last segment.',
    ),
    listSegments: of(
      conversations.listSegments,
      'Returns a test chat’s segment tree, with the content of the visible branch.',
    ),
    stream: of(conversations.stream, 'Streams a test chat’s answer, starting after the last event received.'),
    abort: of(conversations.abort, 'Stops a test chat’s answer. The partial answer is kept.'),
    decideToolCall: of(
      conversations.decideToolCall,
      'Approves or declines a call of a tool for which a test chat’s answer waits.',
    ),
    uploadVisionImage: of(
      conversations.uploadVisionImage,
      'Uploads an image for the next question in a test chat with a version.',
    ),
    getVisionImage: of(
      conversations.getVisionImage,
      'Returns your own image from a test chat, or its thumbnail, as base64.',
    ),
    getOpenAIFile: of(
      conversations.getOpenAIFile,
      'Returns a file or chart that the code interpreter wrote for an answer in a test chat.',
    ),
    runCode: of(
      conversations.runCode,
      'Runs code with the files and variables of a test chat, and streams what it shows.',
    ),
    listGeneratedImages: of(
      conversations.listGeneratedImages,
      'Lists the images that models created for the answers of a test chat, newest first.',
    ),
    getGeneratedImage: of(
      conversations.getGeneratedImage,
      'Returns an image that a model created for an answer in a test chat.',
    ),
    editGeneratedImage: of(
      conversations.editGeneratedImage,
      'Creates another image from one of an answer in a test chat, and adds it to that answer.',
    ),
    listDocuments: of(conversations.listDocuments, 'Lists the documents of a test chat, last changed first.'),
    createDocument: of(
      conversations.createDocument,
      'Creates a document in a test chat, empty or from a part of an answer.',
    ),
    getDocument: of(
      conversations.getDocument,
      'Returns a document of a test chat with its newest content, and its versions without theirs.',
    ),
    getDocumentVersion: of(
      conversations.getDocumentVersion,
      'Returns the content of a version of a document of a test chat.',
    ),
    updateDocument: of(
      conversations.updateDocument,
      'Changes the title or content of a document of a test chat. Earlier content stays as a version.',
    ),
    removeDocument: of(
      conversations.removeDocument,
      'Deletes a document of a test chat with all of its versions.',
    ),
    editDocument: of(
      conversations.editDocument,
      'Has a model rewrite a passage of a document of a test chat, and streams the proposal.',
    ),
    getCitation: of(conversations.getCitation, 'Returns the passage that an answer in a test chat cites.'),
    getCitedDocument: of(
      conversations.getCitedDocument,
      'Returns the text of a file that a test chat cites, as long as the version answers from it.',
    ),
    viewCitedFile: of(
      conversations.viewCitedFile,
      'Returns another part of a file that a test chat cites as text.',
    ),
    searchCitedFile: of(conversations.searchCitedFile, 'Finds a text in a file that a test chat cites.'),
    getCitedFile: of(
      conversations.getCitedFile,
      'Returns the bytes of a file that a test chat cites, as long as the version answers from it.',
    ),
    getExecutionDetails: of(
      conversations.getExecutionDetails,
      'Returns how a test chat’s answer was produced.',
    ),
    getTraceLogs: of(conversations.getTraceLogs, 'Returns the trace of a test chat’s answer.'),
  }
}

/**
 * Test chats with a configuration of a personal agent, for its owner and for people it is shared with for
 * editing.
 */
export const configStateConversations = testChats(
  { base: '/api/internal/configStates/{configStateId}/conversations', access: 'signedIn' },
  z.strictObject({ configStateId: id }),
)

/** Test chats with a configuration of a system agent. Each tester sees only their own. */
export const adminConversations = testChats(
  {
    base: '/api/internal/gptSystems/configurationStates/{gptSystemConfigurationStateId}/conversations',
    access: ['GptSystemsWrite', 'GptSystemsReadSpecific', 'GptSystemsWriteSpecific'],
  },
  z.strictObject({ gptSystemConfigurationStateId: id }),
)
