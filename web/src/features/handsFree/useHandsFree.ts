import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useObservable } from '../../base/useObservable.ts'
import type { ChatState } from '../chatModel/chatSlice.ts'
import { speechApi, transcribe } from '../speech/data/api.ts'
import { continueReading, pauseReading, startReading, stopReading } from '../thread/readAloud/reading.ts'
import { reading } from '../thread/readAloud/readingState.ts'
import { type CurrentAnswer, createHandsFree, type HandsFree } from './handsFree.ts'
import { listen } from './listener.ts'

export interface Talk {
  gptSystemId: string
  /** Asks the agent. Returns false as long as an answer is being written. */
  ask(question: string): boolean
  /** Ends the answer that is being written. */
  stopAnswer(): void
}

/** What the current conversation asks, in which language. The page can change while it goes on. */
interface Surroundings {
  talk: Talk
  language: string
}

interface Running {
  handsFree: HandsFree
  surroundings: Surroundings
}

/** The only one of this page. It goes on when a new chat becomes a conversation, for which the page shows a new field. */
let running: Running | null = null
let ending: ReturnType<typeof setTimeout> | undefined
/** How long it goes on without being shown. */
const UNSHOWN_MS = 500

/** A conversation by voice in this chat, from when this is shown until it is left. */
export function useHandsFree(talk: Talk, language: string, isByServer: boolean) {
  const store = useStore<{ chat: ChatState }>()
  const [load] = speechApi.useLazyGetSpeechCapabilitiesQuery()
  const [{ handsFree, surroundings }] = useState((): Running => {
    running ??= begin({ talk, language }, isByServer, {
      streamed: () => store.getState().chat.streamConversationSegment,
      subscribe: (changed) => store.subscribe(changed),
      capability: async () => (await load(undefined, true)).data?.audio.state ?? null,
    })
    return running
  })
  useLayoutEffect(() => {
    Object.assign(surroundings, { talk, language })
  })
  useEffect(() => {
    clearTimeout(ending)
    return () => {
      ending = setTimeout(endConversation, UNSHOWN_MS)
    }
  }, [])
  return { handsFree, ...useObservable(handsFree.state) }
}

export function endConversation(): void {
  running?.handsFree.end()
  running = null
}

interface Page {
  streamed(): ChatState['streamConversationSegment']
  subscribe(changed: () => void): () => void
  capability: Parameters<typeof startReading>[0]['capability']
}

function begin(surroundings: Surroundings, isByServer: boolean, page: Page): Running {
  const requests = new AbortController()
  let last: CurrentAnswer | null = null
  /** The chat forgets a streamed answer once it has loaded it. */
  const answer = (): CurrentAnswer | null => {
    const streamed = page.streamed()
    if (streamed?.conversationSegmentId) {
      const { conversationSegmentId: segmentId, status } = streamed
      const hasFailed = status === 'Failed' || status === 'Interrupted'
      last = { segmentId, isWritten: status === 'Pending', hasFailed }
    } else if (last) last = { ...last, isWritten: false }
    return last
  }
  // A short answer can come and go between two looks.
  const unsubscribe = page.subscribe(() => void answer())
  const write = async (wav: Blob): Promise<string> => {
    const { talk, language } = surroundings
    const asked = { gptSystemId: talk.gptSystemId, language: language.split('-')[0] as string }
    return (await transcribe(wav, asked, requests.signal)).text
  }
  const handsFree = createHandsFree({
    listen(events) {
      const isPlaying = () => reading.read().state === 'Playing'
      const language = () => surroundings.language
      return listen({ language, isPlaying, transcribe: isByServer ? write : null }, events)
    },
    ask: (question) => surroundings.talk.ask(question),
    stopAnswer: () => surroundings.talk.stopAnswer(),
    answer,
    isRefused() {
      const streamed = page.streamed()
      return streamed !== null && streamed.conversationSegmentId === null && streamed.status !== 'Pending'
    },
    reading: {
      start: (segmentId, isWritten) =>
        startReading({
          segmentId,
          isWritten,
          answer: () => [...document.querySelectorAll<HTMLElement>('.answer .answer-text')].at(-1),
          capability: page.capability,
        }),
      pause: pauseReading,
      resume: () => continueReading(),
      stop: stopReading,
      state: () => (reading.read().segmentId === null ? null : reading.read().state),
      hasFailed: () => reading.read().failure !== null,
    },
  })
  void handsFree.open()
  const end = () => {
    requests.abort()
    unsubscribe()
    handsFree.end()
  }
  return { handsFree: { ...handsFree, end }, surroundings }
}
