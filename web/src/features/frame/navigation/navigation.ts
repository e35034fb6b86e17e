import type { Action } from '@parlance/contract/actions'
import type { ComponentType } from 'react'

/** An entry of a side navigation. Its visibility is never used to decide what a user can do. */
export interface NavigationItem {
  title: string
  /** The title if there is only room for one word. */
  short?: string
  /** A path in this product, or a URL with `http`, which opens in a new tab. */
  path: string
  icon?: ComponentType<{ size?: number | string }>
  /** A word at the end of the row, such as a number. */
  info?: string
  /** A second, smaller line. */
  caption?: string
  disabled?: boolean
  /** Shown only to these roles. */
  roles?: readonly string[]
  children?: readonly NavigationItem[]
  /** Shown to users with at least one of these permissions. */
  actions?: readonly Action[]
  /** Shown only while this feature flag is on. */
  flag?: string
  /** Its screen is planned for a later release. */
  later?: boolean
}

export interface NavigationSection {
  subheader: string
  items: readonly NavigationItem[]
}

export interface Viewer {
  held: ReadonlySet<Action>
  flags: ReadonlySet<string>
  /** Only used to filter lists. No permission is ever derived from it. */
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

/** Returns the sections visible to a viewer, in order and without empty ones. */
export function visibleSections(sections: readonly NavigationSection[], viewer: Viewer): NavigationSection[] {
  const visible = (items: readonly NavigationItem[]): NavigationItem[] =>
    items
      .filter((item) => shows(item, viewer))
      .map((item) => (item.children ? { ...item, children: visible(item.children) } : item))
  return sections
    .map(({ subheader, items }) => ({ subheader, items: visible(items) }))
    .filter(({ items }) => items.length > 0)
}

/** Removes items planned for later releases. */
export const builtSections = (sections: readonly NavigationSection[]): NavigationSection[] =>
  sections
    .map(({ subheader, items }) => ({ subheader, items: items.filter(({ later }) => !later) }))
    .filter(({ items }) => items.length > 0)

export const isExternal = (path: string): boolean => path.includes('http')

/**
 * Returns whether an item is active: at its own path, and below it if the segment after `admin/` is the item's
 * last one.
 */
export function isActive(path: string, pathname: string): boolean {
  if (pathname === path) return true
  const last = path.split('/').filter(Boolean).at(-1)
  return last !== undefined && /(?:^|\/)admin\/([^/]+)\//.exec(pathname)?.[1] === last
}
