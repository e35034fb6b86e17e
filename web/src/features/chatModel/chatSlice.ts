import type {
  FileRead,
  SegmentStatus,
  Step,
  StreamEventName,
  StreamEvents,
  Usage,
} from '@parlance/contract/events'
import { client } from '@parlance/contract/limits'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { PageContext, SentAttachment, SentImage, UploadedFile } from './attachments/api.ts'
import type { Citation, SegmentError } from './segments.ts'

export const streamProgresses = ['Idle', 'Streaming', 'Complete'] as const
type StreamProgress = (typeof streamProgresses)[number]
export const requestStatuses = ['Idle', 'Pending', 'Fulfilled', 'Rejected'] as const
type RequestStatus = (typeof requestStatuses)[number]

/** The segment whose answer is being received. Unlike a stored one, it has no ID until the server sends it. */
export interface StreamSegment {
  conversationSegmentId: string | null
  parentSegmentId: string | null
  /** The agent that answers, if known. */
  gptSystem: { gptSystemId: string; name: string } | null
  question: string
  answer: string
  status: SegmentStatus
  createdAt: string
  citations: Citation[]
  reads: FileRead[]
  isUnanswered?: boolean | undefined
  steps: Step[]
  thinking: string
  /** Texts of error events. They are shown after the answer but aren't part of it, so no model reads them. */
  errors: SegmentError[]
  usage: Usage | null
  attachments: SentAttachment[]
  pageContext?: PageContext | undefined
  visionImages: SentImage[]
}

export interface ChatState {
  conversationChanged: boolean
  currentBrandKey: string
  currentConversationId: string | null
  currentConversationSegmentId: string | null
  currentGptSystemId: string | null
  /** The guidelines whose current version the user has accepted. */
  guidelinesDocumentConsent: string[]
  streamConversationSegment: StreamSegment | null
  /** The number of the last applied event. A resumed stream continues after it. */
  streamCursorPosition: number
  /** Data and name of the last event. */
  streamData: StreamEvents[StreamEventName] | null
  streamEvent: StreamEventName | null
  streamAborted: boolean
  streamProgress: StreamProgress
  /** The errors reported in `response-model`. */
  streamErrors: { field: string; message: string }[]
  requestStatus: RequestStatus
  userConversationIsActive: boolean
  codeInterpreterUpdating: boolean
  codeInterpreterResponse: string
  codeInterpreterStatus: string
  /** The last conversation with an agent, to find it again. */
  latestSession: { gptSystemId: string | null; conversationId: string } | null
  conversationSegmentIdForExecutionDetails: string | null
  /** Files uploaded for unsent questions, each assigned to the draft it was added to. */
  uploadedFiles: UploadedFile[]
}

export const initialChatState: ChatState = {
  conversationChanged: false,
  currentBrandKey: client.defaultBrandKey,
  currentConversationId: null,
  currentConversationSegmentId: null,
  currentGptSystemId: null,
  guidelinesDocumentConsent: [],
  streamConversationSegment: null,
  streamCursorPosition: 0,
  streamData: null,
  streamEvent: null,
  streamAborted: false,
  streamProgress: 'Idle',
  streamErrors: [],
  requestStatus: 'Idle',
  userConversationIsActive: false,
  codeInterpreterUpdating: false,
  codeInterpreterResponse: '',
  codeInterpreterStatus: '',
  latestSession: null,
  conversationSegmentIdForExecutionDetails: null,
  uploadedFiles: [],
}

/** A stream event with its number. Several texts in one frame are joined under the last one's number. */
export interface Numbered<E extends StreamEventName> {
  id: number
  data: StreamEvents[E]
}

export interface Question {
  question: string
  parentSegmentId: string | null
  createdAt: string
  gptSystem?: { gptSystemId: string; name: string } | null
  attachments?: SentAttachment[]
  pageContext?: PageContext | undefined
  visionImages?: SentImage[]
}

type ReadOn = Pick<UploadedFile, 'attachmentId' | 'state' | 'progress' | 'reason'>

/** Formats a picture as Markdown. The server writes the same into the stored answer. */
const imageMarkdown = ({ Title, Uri }: StreamEvents['generated-image-link']): string =>
  `\n\n![${Title.replace(/([[\]\\])/g, '\\$1')}](${Uri})\n\n`

function clearStream(state: ChatState): void {
  state.streamConversationSegment = null
  state.streamCursorPosition = 0
  state.streamData = null
  state.streamEvent = null
  state.streamAborted = false
  state.streamProgress = 'Idle'
  state.streamErrors = []
  state.codeInterpreterUpdating = false
  state.codeInterpreterResponse = ''
  state.codeInterpreterStatus = ''
}

function seen<E extends StreamEventName>(state: ChatState, event: E, { id, data }: Numbered<E>): void {
  state.streamEvent = event
  state.streamData = data
  state.streamCursorPosition = Math.max(state.streamCursorPosition, id)
}

/** Returns the segment to write to, or null if the user has opened another conversation in the meantime. */
const growing = (state: ChatState) => (state.conversationChanged ? null : state.streamConversationSegment)

export const chatSlice = createSlice({
  name: 'chat',
  initialState: initialChatState,
  reducers: {
    gptSystemChosen(state, { payload }: PayloadAction<string | null>) {
      state.currentGptSystemId = payload
    },
    brandApplied(state, { payload }: PayloadAction<string>) {
      state.currentBrandKey = payload
    },
    /** As the server has them. A new version takes its document off the list. */
    consentsLoaded(state, { payload }: PayloadAction<string[]>) {
      state.guidelinesDocumentConsent = [...new Set(payload)]
    },
    guidelinesAccepted(state, { payload }: PayloadAction<string>) {
      if (!state.guidelinesDocumentConsent.includes(payload)) state.guidelinesDocumentConsent.push(payload)
    },
    conversationStarted(state) {
      state.userConversationIsActive = true
      state.conversationChanged = false
    },
    questionStarted(state, { payload }: PayloadAction<Question>) {
      clearStream(state)
      state.streamConversationSegment = {
        ...payload,
        gptSystem: payload.gptSystem ?? null,
        conversationSegmentId: null,
        answer: '',
        status: 'Pending',
        citations: [],
        reads: [],
        steps: [],
        thinking: '',
        errors: [],
        usage: null,
        attachments: payload.attachments ?? [],
        pageContext: payload.pageContext,
        visionImages: payload.visionImages ?? [],
      }
      state.currentConversationSegmentId = null
      state.streamProgress = 'Streaming'
      state.requestStatus = 'Pending'
    },
    /** A running answer was found, for example after a reload. It is followed from its first event. */
    segmentReopened(state, { payload }: PayloadAction<Question & { conversationSegmentId: string }>) {
      chatSlice.caseReducers.conversationStarted(state)
      chatSlice.caseReducers.questionStarted(state, { payload, type: '' })
      state.streamConversationSegment!.conversationSegmentId = payload.conversationSegmentId
      state.currentConversationSegmentId = payload.conversationSegmentId
    },
    conversationFinished(state) {
      state.streamConversationSegment = null
      state.streamAborted = false
      state.streamProgress = 'Idle'
    },
    posted(state) {
      state.requestStatus = 'Fulfilled'
      state.userConversationIsActive = false
    },
    postFailed(state, { payload }: PayloadAction<SegmentError>) {
      state.requestStatus = 'Rejected'
      state.userConversationIsActive = false
      state.streamProgress = 'Complete'
      const segment = growing(state)
      if (!segment) return
      segment.status = 'Failed'
      segment.errors.push(payload)
    },
    conversationSwitched(state, { payload }: PayloadAction<string | null>) {
      clearStream(state)
      state.requestStatus = 'Idle'
      state.userConversationIsActive = false
      state.conversationChanged = true
      state.currentConversationId = payload
      state.currentConversationSegmentId = null
      state.conversationSegmentIdForExecutionDetails = null
    },
    conversationCleared(state) {
      clearStream(state)
      // Files in another conversation's draft stay there.
      const { currentConversationId: left } = state
      state.uploadedFiles = state.uploadedFiles.filter(
        ({ image, draftOf }) => !image || left === null || draftOf !== left,
      )
      state.requestStatus = 'Idle'
      state.userConversationIsActive = false
      state.conversationChanged = true
      state.currentConversationId = null
      state.currentConversationSegmentId = null
      state.latestSession = null
      state.conversationSegmentIdForExecutionDetails = null
    },
    /** The conversation was deleted or archived. */
    conversationGone(state, { payload }: PayloadAction<string>) {
      if (state.currentConversationId === payload) chatSlice.caseReducers.conversationCleared(state)
    },
    /** Selects the answer whose execution details the drawer shows. */
    executionDetailsChosen(state, { payload }: PayloadAction<string | null>) {
      state.conversationSegmentIdForExecutionDetails = payload
    },
    aborted(state) {
      state.streamAborted = true
    },
    attachmentAdded(state, { payload }: PayloadAction<UploadedFile>) {
      const at = state.uploadedFiles.findIndex(({ attachmentId }) => attachmentId === payload.attachmentId)
      if (at < 0) state.uploadedFiles.push(payload)
      else state.uploadedFiles[at] = payload
    },
    /** Unlike an addition, this doesn't restore a file that was removed during the request. */
    attachmentReadOn(state, { payload }: PayloadAction<ReadOn>) {
      const file = state.uploadedFiles.find(({ attachmentId }) => attachmentId === payload.attachmentId)
      if (file) Object.assign(file, payload)
    },
    attachmentRemoved(state, { payload }: PayloadAction<string>) {
      state.uploadedFiles = state.uploadedFiles.filter(({ attachmentId }) => attachmentId !== payload)
    },
    /** Clears one draft only. */
    attachmentsCleared(state, { payload }: PayloadAction<string>) {
      state.uploadedFiles = state.uploadedFiles.filter(({ draftOf }) => draftOf !== payload)
    },
    /** A new conversation has received its ID or agent, so the files added for it move there. */
    attachmentsMoved(state, { payload: { from, to } }: PayloadAction<{ from: string; to: string }>) {
      for (const file of state.uploadedFiles) if (file.draftOf === from) file.draftOf = to
    },

    conversationAndSegmentId(state, { payload }: PayloadAction<Numbered<'conversation-and-segment-id'>>) {
      seen(state, 'conversation-and-segment-id', payload)
      state.codeInterpreterResponse = ''
      if (state.conversationChanged) return
      const { conversationId, conversationSegmentId } = payload.data
      state.currentConversationId = conversationId
      state.currentConversationSegmentId = conversationSegmentId
      state.latestSession = { gptSystemId: state.currentGptSystemId, conversationId }
      if (state.streamConversationSegment) {
        state.streamConversationSegment.conversationSegmentId = conversationSegmentId
      }
    },
    responseUpdated(state, { payload }: PayloadAction<Numbered<'response-updated'>>) {
      seen(state, 'response-updated', payload)
      const segment = growing(state)
      if (segment) segment.answer += payload.data.text
    },
    error(state, { payload }: PayloadAction<Numbered<'error'>>) {
      seen(state, 'error', payload)
      growing(state)?.errors.push(payload.data)
      state.streamProgress = 'Complete'
    },
    internalServerError(state, { payload }: PayloadAction<Numbered<'internal-server-error'>>) {
      seen(state, 'internal-server-error', payload)
      growing(state)?.errors.push(payload.data)
    },
    responseModel(state, { payload }: PayloadAction<Numbered<'response-model'>>) {
      seen(state, 'response-model', payload)
      const { conversationSegmentId, Citations, errors, usage, reads = [], isUnanswered } = payload.data
      state.codeInterpreterUpdating = false
      if (errors.length > 0) {
        state.streamErrors = errors
        state.streamProgress = 'Complete'
      }
      const segment = growing(state)
      if (!segment) return
      // They are shown with the answer like stream errors, and the server stores them with it.
      segment.errors.push(
        ...errors.map(({ field, message }) => ({ text: message, code: field, requestId: '' })),
      )
      segment.citations = Citations
      segment.reads = reads
      segment.isUnanswered = isUnanswered
      segment.conversationSegmentId = conversationSegmentId
      segment.usage = usage
      state.currentConversationSegmentId = conversationSegmentId
    },
    codeInterpreterUpdated(state, { payload }: PayloadAction<Numbered<'code-interpreter-updated'>>) {
      seen(state, 'code-interpreter-updated', payload)
      state.codeInterpreterUpdating = true
      state.codeInterpreterResponse += payload.data.text
    },
    thinkingUpdated(state, { payload }: PayloadAction<Numbered<'thinking-updated'>>) {
      seen(state, 'thinking-updated', payload)
      const segment = growing(state)
      if (segment) segment.thinking += payload.data.text
    },
    stepUpdate(state, { payload }: PayloadAction<Numbered<'step-update'>>) {
      seen(state, 'step-update', payload)
      state.codeInterpreterStatus = payload.data.text
      const segment = growing(state)
      if (segment) segment.steps = payload.data.steps
    },
    generatedImageLink(state, { payload }: PayloadAction<Numbered<'generated-image-link'>>) {
      seen(state, 'generated-image-link', payload)
      const segment = growing(state)
      if (segment) segment.answer += imageMarkdown(payload.data)
    },
    /** The tokens themselves are stored in `api/`, which sends them. The state only records the event. */
    sessionTokens(state, { payload }: PayloadAction<Numbered<'cosmos-db-session-tokens'>>) {
      seen(state, 'cosmos-db-session-tokens', payload)
    },
    noMoreData(state, { payload }: PayloadAction<Numbered<'no-more-data'>>) {
      seen(state, 'no-more-data', payload)
      state.userConversationIsActive = false
      state.codeInterpreterUpdating = false
      state.codeInterpreterStatus = ''
      state.streamProgress = 'Complete'
      const segment = growing(state)
      if (segment) segment.status = payload.data.status
    },
  },
  selectors: {
    chat: (state) => state,
  },
})

export const chatActions = chatSlice.actions
