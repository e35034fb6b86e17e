import { memo, useState } from 'react'
import { fileAddress, pageBrand } from '../../theme/pageBrand.ts'
import { useObservable } from '../../ui/useObservable.ts'
import './avatar.css'

/** The ten colour pairs of agents without a picture, as classes: a page may not carry colours in style attributes. */
const colours = ['p', 's', 'i', 'ok', 'w']
/** A quarter circle in each of the four corners of its own square. */
const quarters = [
  'M0 10h10a10 10 0 0 0-10-10z',
  'M0 0v10a10 10 0 0 0 10-10z',
  'M0 0a10 10 0 0 0 10 10v-10z',
  'M10 0a10 10 0 0 0-10 10h10z',
]
const places = [
  [0, 0],
  [10, 0],
  [0, 10],
  [10, 10],
] as const

/** A small number that is always the same for an id. */
function hashOf(id: string): number {
  let hash = 2166136261
  for (const character of id) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  return hash >>> 0
}

/** The picture of an agent: the one that the brand gives to its agents, else the default image. */
export const AgentAvatar = memo(function AgentAvatar({ id, size }: { id: string; size: number }) {
  const { brandKey, avatarFileName } = useObservable(pageBrand)
  const [failed, setFailed] = useState<string>()
  if (avatarFileName === null || avatarFileName === failed) return <Identicon id={id} size={size} />
  return (
    <img
      className="avatar avatar-image"
      src={fileAddress(brandKey, avatarFileName)}
      alt=""
      width={size}
      height={size}
      onError={() => setFailed(avatarFileName)}
    />
  )
})

/** Four quarter circles in the brand's colours, always the same for an agent. */
function Identicon({ id, size }: { id: string; size: number }) {
  const hash = hashOf(id)
  const rounded = size >= 40 ? 5.6 : 5
  return (
    <svg
      className={`avatar avatar-${colours[hash % colours.length]}`}
      width={size}
      height={size}
      viewBox="-3 -3 26 26"
      aria-hidden="true"
    >
      <rect x="-3" y="-3" width="26" height="26" rx={rounded} />
      {places.map(([x, y], index) => (
        <path
          key={`${x}${y}`}
          d={quarters[(hash >>> (3 + index * 2)) & 3]}
          transform={`translate(${x} ${y})`}
          className={(hash >>> (12 + index)) & 1 ? 'a' : 'b'}
        />
      ))}
    </svg>
  )
}
