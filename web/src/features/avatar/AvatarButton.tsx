import { Speech } from 'lucide-react'
import { speechApi } from '../speech/data/api.ts'
import { avatarTexts } from './lang/en.ts'

/** Opens and closes the avatar, where the server has one. */
export default function AvatarButton({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const t = avatarTexts.useText()
  const { data } = speechApi.useGetSpeechCapabilitiesQuery()
  if (!data?.video || data.video.state === 'NotConfigured') return null
  return (
    <button
      type="button"
      className="ib"
      aria-label={t('open')}
      title={t('open')}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Speech size={18} className="flip" />
    </button>
  )
}
