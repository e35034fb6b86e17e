import { useRef } from 'react'
import { Link } from 'react-router'
import { useInSight } from '../../ui/admin/useInSight.ts'
import './guidelines.css'

interface Props<Key extends string> {
  label: string
  pages: readonly { key: Key; path: string; label: string }[]
  current: Key
}

/** Links between pages that belong together. */
export function GuidelinesTabs<Key extends string>({ label, pages, current }: Props<Key>) {
  const links = useRef<HTMLElement>(null)
  useInSight(links, current)
  return (
    <nav className="tabs guidelines-tabs" aria-label={label} ref={links}>
      {pages.map(({ key, path, label: text }) => (
        <Link key={key} to={path} aria-current={key === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
