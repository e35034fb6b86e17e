import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'

interface Props {
  /** A path within this product. Anything else, such as another host's URL, isn't linked. */
  to?: string
  name: string
  children: ReactNode
}

/** The logo, optionally as a link. */
export function LogoLink({ to, name, children }: Props) {
  if (!to || !/^\/(?![/\\])/.test(to)) {
    return (
      <span className="logo grow" role="img" aria-label={name}>
        {children}
      </span>
    )
  }
  return (
    <Link to={to} className="logo grow" aria-label={name} onClick={closeSidebar} data-tour-guide="logo">
      {children}
    </Link>
  )
}
