import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OpenSidebarButton } from '../OpenSidebarButton.tsx'
import { adminTexts } from './lang/en.ts'
import './page.css'

interface Props {
  title: string
  /** The parent page. */
  parent?: { title: string; path: string }
  intro?: ReactNode
  /** Key facts, next to the title. */
  mark?: ReactNode
  /** Links to related pages, below everything else. */
  pages?: ReactNode
  /** Actions, next to the title. */
  children?: ReactNode
}

/** A page's back link, title and actions. */
export function PageHead({ title, parent, intro, mark, pages, children }: Props) {
  const t = adminTexts.useText()
  return (
    <header className="page-head">
      {parent && (
        <nav className="row s13 m3 crumbs" aria-label={t('breadcrumb')}>
          <OpenSidebarButton />
          <Link to={parent.path}>{parent.title}</Link>
          <ChevronRight size={14} className="flip" />
        </nav>
      )}
      <div className="row page-title">
        {!parent && <OpenSidebarButton />}
        <div className="row grow page-name">
          <h1 className="h2 wrap">
            <bdi>{title}</bdi>
          </h1>
          {mark}
        </div>
        {children}
      </div>
      {intro && <div className="m2">{intro}</div>}
      {pages}
    </header>
  )
}
