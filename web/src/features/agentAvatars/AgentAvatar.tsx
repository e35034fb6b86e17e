import { client } from '@parlance/contract/limits'
import { memo, useState } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { fileAddress, pageBrand } from '../../theme/pageBrand.ts'
import { type AvatarSource, useAvatarImage } from './avatarImages.ts'
import { Identicon } from './Identicon.tsx'

interface Props {
  id: string
  /** Of the agent's own picture; null for none. */
  fileName: string | null
  size?: number
}

/** The picture of an agent: its own, else that of the page's brand, else one made from its id. */
export const AgentAvatar = memo(function AgentAvatar({ id, fileName, size }: Props) {
  const source = fileName && {
    operation: 'personalAgents.getCommonAvatar' as const,
    args: { gptSystemId: id, fileName },
  }
  return <AvatarOf id={id} source={source || null} size={size} />
})

/** The same, got from elsewhere: a draft's picture is not what its agent has. */
export function AvatarOf(props: { id: string; source: AvatarSource | null; size?: number | undefined }) {
  const { id, source, size = client.identiconPx } = props
  const { address, failed } = useAvatarImage(source)
  const [broken, setBroken] = useState<string>()
  if (!source || failed || (address !== null && address === broken))
    return <DefaultAvatar id={id} size={size} />
  // In its place, so that nothing moves when it comes.
  if (!address)
    return <svg className="avatar avatar-image avatar-wait" width={size} height={size} aria-hidden="true" />
  return <Picture address={address} size={size} fail={() => setBroken(address)} />
}

/** What the brand gives to its agents, else the default image. */
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
