import type { Action } from '@parlance/contract/actions'
import type { ComponentType } from 'react'

/** An entry of a side navigation. What decides whether it shows is never what decides what one may do. */
export interface NavigationItem {
  title: string
  /** The title where there is room for one word only. */
  short?: string
  /** A path of ours, or an address with `http`, which opens in a tab of its own. */
  path: string
  icon?: ComponentType<{ size?: number | string }>
  /** A word at the end of the line, such as a number. */
  info?: string
  /** A second, smaller line. */
  caption?: string
  disabled?: boolean
  /** Shown to these roles alone. */
  roles?: readonly string[]
  children?: readonly NavigationItem[]
  /** Shown to holders of at least one of these. */
  actions?: readonly Action[]
  /** Shown only while this feature flag is on. */
  flag?: string
  /** Its screen comes with a later release. */
  later?: boolean
}

export interface NavigationSection {
  subheader: string
  items: readonly NavigationItem[]
}

export interface Viewer {
  held: ReadonlySet<Action>
  flags: ReadonlySet<string>
  /** Of lists alone: no right is ever read from it. */
  currentRole?: string
}

const DEFAULT_ROLE = 'admin'

function shows(item: NavigationItem, { held, flags, currentRole = DEFAULT_ROLE }: Viewer): boolean {
  const { actions, flag, roles } = item
  return (
    (!actions || actions.some((action) => held.has(action))) &&
    (!flag || flags.has(flag)) &&
    (!roles || roles.includes(currentRole))
  )
}

/** The sections that somebody sees, in their order; one of which nothing is left is left out. */
export function visibleSections(sections: readonly NavigationSection[], viewer: Viewer): NavigationSection[] {
  const visible = (items: readonly NavigationItem[]): NavigationItem[] =>
    items
      .filter((item) => shows(item, viewer))
      .map((item) => (item.children ? { ...item, children: visible(item.children) } : item))
  return sections
    .map(({ subheader, items }) => ({ subheader, items: visible(items) }))
    .filter(({ items }) => items.length > 0)
}

/** Without what comes later: what is rendered. */
export const builtSections = (sections: readonly NavigationSection[]): NavigationSection[] =>
  sections
    .map(({ subheader, items }) => ({ subheader, items: items.filter(({ later }) => !later) }))
    .filter(({ items }) => items.length > 0)

export const isExternal = (path: string): boolean => path.includes('http')

/** At its own path, and below it: where the segment after `admin/` is the item's last one. */
export function isActive(path: string, pathname: string): boolean {
  if (pathname === path) return true
  const last = path.split('/').filter(Boolean).at(-1)
  return last !== undefined && /(?:^|\/)admin\/([^/]+)\//.exec(pathname)?.[1] === last
}
