import type { UnknownAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useDispatch } from 'react-redux'
import { type SpeechCapabilities, speechApi } from '../speech/data/api.ts'
import { avatarApi } from './data/api.ts'
import type { AvatarCalls } from './talking.ts'

/** Returns the avatar’s calls to the server, which stay the same. */
export function useAvatarCalls(): AvatarCalls {
  const dispatch = useDispatch()
  return useMemo(() => {
    const { getSpeechCapabilities } = speechApi.endpoints
    const { connectTextToSpeechVideo, disconnectTextToSpeechVideo, stopSpeaking, speak } = avatarApi.endpoints
    const send = <T>(thunk: unknown): T => dispatch(thunk as UnknownAction) as T
    type Sent<T> = { unwrap(): Promise<T> }
    return {
      async whence() {
        // Credentials for connecting expire.
        const asked = send<Sent<SpeechCapabilities>>(
          getSpeechCapabilities.initiate(undefined, { forceRefetch: true, subscribe: false }),
        )
        const { iceServers, video } = await asked.unwrap()
        return { iceServers, provider: video.provider }
      },
      connect: (localSdp) =>
        send<Sent<{ speechSessionId: string; remoteSdp: string }>>(
          connectTextToSpeechVideo.initiate({ localSdp }),
        ).unwrap(),
      disconnect: (speechSessionId) =>
        send<Sent<unknown>>(disconnectTextToSpeechVideo.initiate({ speechSessionId })).unwrap(),
      stopSpeaking: (speechSessionId) =>
        send<Sent<unknown>>(stopSpeaking.initiate({ speechSessionId })).unwrap(),
      speak: (speechSessionId, conversationSegmentId) =>
        send<Sent<{ sentences: string[] }>>(
          speak.initiate({ speechSessionId, conversationSegmentId }),
        ).unwrap(),
    }
  }, [dispatch])
}
