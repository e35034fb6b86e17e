import { useState } from 'react'
import { AvatarOf } from '../agentAvatars/AgentAvatar.tsx'
import type { PublicPage } from './api.ts'

/** The agent's own picture, which visitors can load without signing in, or the default one. */
export function AgentPicture({ page, size }: { page: PublicPage; size: number }) {
  const { gptPublicEndpoint, avatarFileName } = page
  const [failed, setFailed] = useState(false)
  if (avatarFileName === null || failed) return <AvatarOf id={gptPublicEndpoint} source={null} size={size} />
  return (
    <img
      className="avatar avatar-image"
      src={`/api/internal/publicConversations/endpoints/${encodeURIComponent(gptPublicEndpoint)}/avatar`}
      alt=""
      width={size}
      height={size}
      onError={() => setFailed(true)}
    />
  )
}
