import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { avatar } from './avatarState.ts'
import { avatarTexts } from './lang/en.ts'

interface Props {
  stream: MediaStream | null
  isMuted: boolean
  isSpeaking: boolean
}

/** The video, with its sound. For people who don’t want motion, its first picture takes its place. */
export function AvatarVideo({ stream, isMuted, isSpeaking }: Props) {
  const t = avatarTexts.useText()
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const video = useRef<HTMLVideoElement>(null)
  const still = useRef<HTMLCanvasElement>(null)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const { current } = video
    if (!current) return
    current.srcObject = stream
    setShown(false)
    if (!stream) return
    current.play().catch((error: unknown) => {
      // A page that was opened without a click may not be heard.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      avatar.set({ isMuted: true })
      toast.error(avatarTexts.text('blocked'))
      current.muted = true
      current.play().catch(() => undefined)
    })
  }, [stream])

  const onFrame = () => {
    setShown(true)
    const { current } = video
    if (current && still.current) fill(still.current, current)
  }
  return (
    <div className="avatar-video" data-speaking={isSpeaking || undefined} data-shown={isShown || undefined}>
      <video
        ref={video}
        autoPlay
        playsInline
        muted={isMuted}
        width={320}
        height={240}
        aria-label={t('video')}
        data-still={isStill || undefined}
        onLoadedData={onFrame}
      />
      <canvas ref={still} width={320} height={240} hidden={!isStill} aria-hidden />
    </div>
  )
}

/** Draws a picture so that it fills the canvas. What doesn’t fit is left out, as in the video. */
function fill(canvas: HTMLCanvasElement, video: HTMLVideoElement): void {
  const { videoWidth, videoHeight } = video
  const scale = Math.max(canvas.width / videoWidth, canvas.height / videoHeight)
  const [width, height] = [canvas.width / scale, canvas.height / scale]
  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2]
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, canvas.width, canvas.height)
}
