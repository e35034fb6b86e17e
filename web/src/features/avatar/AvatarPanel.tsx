import { CircleAlert, Play, Square, Volume2, VolumeX, X } from 'lucide-react'
import { useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { errorText, errorTexts } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { speechApi } from '../speech/data/api.ts'
import { AvatarVideo } from './AvatarVideo.tsx'
import { type AvatarState, avatar } from './avatarState.ts'
import { avatarTexts } from './lang/en.ts'
import { closeAvatar, connectAvatar, hideAvatar, showAvatar, speakAnswer, stopAvatar } from './talking.ts'
import { useAvatarCalls } from './useAvatarCalls.ts'
import './avatar.css'

interface Props {
  /** The latest answer of the chat, if there is one. It is spoken once it is complete. */
  latest: { conversationSegmentId: string | null; status: string } | undefined
  close: () => void
}

/** The avatar above the composer: its video, what it says, and its controls. */
export default function AvatarPanel({ latest, close }: Props) {
  const t = avatarTexts.useText()
  const calls = useAvatarCalls()
  const { state, failure, stream, sentence, isMuted } = useObservable(avatar)
  const { data } = speechApi.useGetSpeechCapabilitiesQuery()
  const ready = data?.video.provider === 'Azure' ? t('readyAzure') : t('ready')
  useEffect(() => {
    showAvatar(calls)
    return hideAvatar
  }, [calls])
  useSpeaking(latest)
  const isSpeaking = sentence !== null
  const answered =
    state === 'Connected' && latest?.status === 'Completed' ? latest.conversationSegmentId : null
  return (
    <section className="avatar-panel" aria-label={t('panel')}>
      <AvatarVideo stream={stream} isMuted={isMuted} isSpeaking={isSpeaking} />
      <div className="avatar-side">
        {state === 'Failed' ? (
          <p className="avatar-failure" role="alert">
            <CircleAlert size={16} />
            <span>{failureText(failure)}</span>
          </p>
        ) : (
          // What is spoken is also heard, so a screen reader doesn’t read it as well.
          <p className="avatar-words" dir="auto" aria-hidden={isSpeaking || undefined}>
            {isSpeaking ? <mark>{sentence}</mark> : state === 'Connected' ? ready : t('connecting')}
          </p>
        )}
        <span className="hidden" role="status">
          {isSpeaking ? t('speaking') : ''}
        </span>
        <div className="row avatar-actions">
          {state === 'Failed' ? (
            <button type="button" className="btn out sm" onClick={() => void connectAvatar(calls)}>
              {t('tryAgain')}
            </button>
          ) : isSpeaking ? (
            <IconButton label={t('stop')} icon={<Square size={14} fill="currentColor" />} act={stopAvatar} />
          ) : (
            answered !== null && (
              <IconButton
                label={t('speak')}
                icon={<Play size={16} className="flip" />}
                act={() => speakAsked(answered)}
              />
            )
          )}
          {state === 'Connected' && (
            <IconButton
              label={isMuted ? t('unmute') : t('mute')}
              icon={isMuted ? <VolumeX size={16} /> : <Volume2 size={16} />}
              act={() => avatar.set({ isMuted: !isMuted })}
            />
          )}
        </div>
      </div>
      <button
        type="button"
        className="ib sm avatar-close"
        aria-label={t('close')}
        title={t('close')}
        onClick={() => {
          closeAvatar()
          close()
        }}
      >
        <X size={16} />
      </button>
    </section>
  )
}

function IconButton({ label, icon, act }: { label: string; icon: React.ReactNode; act: () => unknown }) {
  return (
    <button type="button" className="ib sm" aria-label={label} title={label} onClick={() => void act()}>
      {icon}
    </button>
  )
}

/** Says so if there is nothing to say, because someone asked for it. */
async function speakAsked(conversationSegmentId: string): Promise<void> {
  if (!(await speakAnswer(conversationSegmentId))) toast.error(errorTexts.text('avatar.nothingToSay'))
}

function failureText(failure: AvatarState['failure']): string {
  if (!failure) return ''
  return 'kind' in failure ? avatarTexts.text(`failure.${failure.kind}`) : errorText(failure.error)
}

/** Whether an answer is being written. It stays when a new chat shows another panel. */
let isComing = false

/** Speaks each answer that this page sees coming, once it is complete. A new question silences the one before. */
function useSpeaking(latest: Props['latest']): void {
  const { conversationSegmentId: id = null, status = null } = latest ?? {}
  useEffect(() => {
    if (status === 'Pending') {
      isComing = true
      if (avatar.read().sentence !== null) void stopAvatar()
    } else if (isComing && id !== null) {
      isComing = false
      if (status === 'Completed') void speakAnswer(id)
    }
  }, [id, status])
}
