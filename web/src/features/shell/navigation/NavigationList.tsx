import { ChevronDown, ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Tooltip } from '../../../ui/mui/Tooltip.tsx'
import { closeSidebar } from '../../../ui/sidebar.ts'
import {
  isActive,
  isExternal,
  type NavigationItem,
  type NavigationSection,
} from '../../frame/navigation/navigation.ts'
import './navigation.css'

interface Props {
  /** The accessible name of the navigation. */
  label: string
  sections: readonly NavigationSection[]
  /** A width of 80, with the icon above a short label. */
  mini?: boolean
}

/** A side navigation: sections of links, some of which expand. */
export function NavigationList({ label, sections, mini = false }: Props) {
  return (
    <nav className="navlist" aria-label={label}>
      {sections.map(({ subheader, items }) => (
        <section key={subheader}>
          <h2 className={mini ? 'hidden' : 'grp'}>{subheader}</h2>
          <ul>
            {items.map((item) => (
              <li key={item.path}>
                <Item item={item} mini={mini} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Item({ item, mini }: { item: NavigationItem; mini: boolean }) {
  const { pathname } = useLocation()
  const { children, disabled, path } = item
  if (disabled) {
    return (
      <span className="it" aria-disabled="true">
        <Line item={item} mini={mini} />
      </span>
    )
  }
  if (children) return <Branch item={item} mini={mini} />
  if (isExternal(path)) {
    return (
      <a className="it" href={path} target="_blank" rel="noopener noreferrer" onClick={closeSidebar}>
        <Line item={item} mini={mini} />
        {!mini && <ExternalLink size={14} className="m3 flip" />}
      </a>
    )
  }
  const link = (
    <Link
      to={path}
      className="it"
      onClick={closeSidebar}
      aria-current={isActive(path, pathname) ? 'page' : undefined}
      aria-label={mini ? item.title : undefined}
    >
      <Line item={item} mini={mini} />
    </Link>
  )
  // The short label can be part of the title.
  return mini && item.short ? (
    <Tooltip title={item.title} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

function Branch({ item, mini }: { item: NavigationItem; mini: boolean }) {
  const { pathname } = useLocation()
  const { children = [], title } = item
  const [open, setOpen] = useState(() => children.some(({ path }) => isActive(path, pathname)))
  const list = useId()
  return (
    <>
      <button
        type="button"
        className="it"
        aria-expanded={open}
        aria-controls={list}
        aria-label={mini ? title : undefined}
        onClick={() => setOpen(!open)}
      >
        <Line item={item} mini={mini} />
        {!mini && <ChevronDown size={16} className="m3 it-chevron" />}
      </button>
      <ul id={list} hidden={!open} className="it-children">
        {children.map((child) => (
          <li key={child.path}>
            <Item item={child} mini={mini} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Line({ item, mini }: { item: NavigationItem; mini: boolean }) {
  const { title, short, icon: Icon, info, caption } = item
  return (
    <>
      {Icon && <Icon size={mini ? 20 : 18} />}
      {mini ? (
        <span className="it-word">{short ?? title}</span>
      ) : (
        <span className="grow">
          <span className="trunc it-title">{title}</span>
          {caption && <span className="trunc small m3 it-title">{caption}</span>}
        </span>
      )}
      {!mini && info && <span className="chip it-info">{info}</span>}
    </>
  )
}
