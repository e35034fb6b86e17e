import { client } from '@parlance/contract/limits'
import { identiconBox, identiconOf } from './identiconShape.ts'
import './avatar.css'

/** The default picture. It is always the same for a given agent. */
export function Identicon({ id, size = client.identiconPx }: { id: string; size?: number }) {
  const { color, quarters } = identiconOf(id)
  const { from, size: box } = identiconBox
  return (
    <svg
      className={`avatar avatar-${color}`}
      width={size}
      height={size}
      viewBox={`${from} ${from} ${box} ${box}`}
      aria-hidden="true"
    >
      <rect x={from} y={from} width={box} height={box} rx={size >= 40 ? 5.6 : 5} />
      {quarters.map(({ x, y, path, tone }) => (
        <path key={`${x}${y}`} d={path} transform={`translate(${x} ${y})`} className={tone} />
      ))}
    </svg>
  )
}
