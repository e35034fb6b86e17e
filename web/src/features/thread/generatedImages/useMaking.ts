import { useEffect, useRef, useState } from 'react'
import { newId } from '../../../session/http.ts'
import { toast } from '../../../ui/toast.tsx'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { generatedImagesApi, type ImageSize } from './api.ts'
import type { ImagePlace } from './imagePath.ts'
import { imageTexts } from './lang/en.ts'

interface Wanted {
  prompt?: string
  mask?: string
  size?: ImageSize
}

/** Makes another image from one of an answer. It can take minutes, and be stopped. */
export function useMaking({ conversationId, conversationSegmentId, key }: ImagePlace) {
  const t = imageTexts.useText()
  const within = useWithin()
  const [edit, { isLoading }] = generatedImagesApi.useEditGeneratedImageMutation()
  const [error, setError] = useState<unknown>(null)
  const running = useRef<ReturnType<typeof edit> | null>(null)
  const intent = useRef({ of: '', key: '' })
  useEffect(() => () => running.current?.abort(), [])
  const make = async (wanted: Wanted): Promise<boolean> => {
    if (running.current) return false
    setError(null)
    const of = JSON.stringify(wanted)
    // One idempotency key per content, so a retry after a lost connection doesn’t make a second image.
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    const place = { conversationId, conversationSegmentId, key }
    const call = edit({ ...within, ...place, ...wanted, idempotencyKey: intent.current.key })
    running.current = call
    const answer = await call
    running.current = null
    if (!answer.error) {
      intent.current = { of: '', key: '' }
      toast.success(t('made'))
      return true
    }
    // Stopping it is no error.
    if (!('name' in answer.error && answer.error.name === 'AbortError')) setError(answer.error)
    return false
  }
  return { make, isMaking: isLoading, error, stop: () => running.current?.abort() }
}
