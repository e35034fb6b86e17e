import { client } from '@parlance/contract/limits'
import { memo, useState } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { fileAddress, pageBrand } from '../../theme/pageBrand.ts'
import { type AvatarSource, useAvatarImage } from './avatarImages.ts'
import { Identicon } from './Identicon.tsx'

interface Props {
  id: string
  /** File name of the agent's own picture, or null if it has none. */
  fileName: string | null
  size?: number
}

/** The agent's own picture, the brand's agent picture, or an identicon generated from the agent's ID. */
export const AgentAvatar = memo(function AgentAvatar({ id, fileName, size }: Props) {
  const source = fileName && {
    operation: 'personalAgents.getCommonAvatar' as const,
    args: { gptSystemId: id, fileName },
  }
  return <AvatarOf id={id} source={source || null} size={size} />
})

/** An agent picture from another source. A draft's picture can differ from the published one. */
export function AvatarOf(props: { id: string; source: AvatarSource | null; size?: number | undefined }) {
  const { id, source, size = client.identiconPx } = props
  const { address, failed } = useAvatarImage(source)
  const [broken, setBroken] = useState<string>()
  if (!source || failed || (address !== null && address === broken))
    return <DefaultAvatar id={id} size={size} />
  // Placeholder that reserves the space, so the layout doesn't shift when the picture loads.
  if (!address)
    return <svg className="avatar avatar-image avatar-wait" width={size} height={size} aria-hidden="true" />
  return <Picture address={address} size={size} fail={() => setBroken(address)} />
}

/** The brand's agent picture, or the identicon if there is none. */
function DefaultAvatar({ id, size }: { id: string; size: number }) {
  const { brandKey, avatarFileName } = useObservable(pageBrand)
  const [failed, setFailed] = useState<string>()
  if (avatarFileName === null || avatarFileName === failed) return <Identicon id={id} size={size} />
  return (
    <Picture
      address={fileAddress(brandKey, avatarFileName)}
      size={size}
      fail={() => setFailed(avatarFileName)}
    />
  )
}

const Picture = ({ address, size, fail }: { address: string; size: number; fail: () => void }) => (
  <img className="avatar avatar-image" src={address} alt="" width={size} height={size} onError={fail} />
)
