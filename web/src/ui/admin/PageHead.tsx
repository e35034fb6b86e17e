import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OpenSidebarButton } from '../OpenSidebarButton.tsx'
import { adminTexts } from './adminTexts.ts'
import './page.css'

interface Props {
  title: string
  /** The page above this one. */
  parent?: { title: string; path: string }
  intro?: ReactNode
  /** What is to be known of it at once, beside its title. */
  mark?: ReactNode
  /** Below all: the pages that belong to the same thing. */
  pages?: ReactNode
  /** Beside the title: what can be done here. */
  children?: ReactNode
}

/** A page's way back, its title and its actions. */
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
