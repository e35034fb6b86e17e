import { initials } from './initials.ts'
import './avatarGroup.css'

/** With more, people couldn't be told apart. */
const AVATARS_SHOWN = 4

/** The people behind something: each once, the first few as avatars and the rest as a number. */
export function AvatarGroup({ names, label }: { names: readonly string[]; label: string }) {
  const people = [...new Set(names)]
  // The number takes up one of the places.
  const shown = people.length > AVATARS_SHOWN ? people.slice(0, AVATARS_SHOWN - 1) : people
  const rest = people.length - shown.length
  return (
    <span
      className="avatar-group"
      role="img"
      aria-label={`${label} ${people.join(', ')}`}
      title={people.join(', ')}
    >
      {shown.map((name) => (
        <span key={name} className="pers" data-initials={initials(name)} />
      ))}
      {rest > 0 && <span className="pers" data-initials={`+${rest}`} />}
    </span>
  )
}
