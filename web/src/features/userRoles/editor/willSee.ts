import type { Action } from '@parlance/contract/actions'
import { mayManage } from '../../currentUser/data/useActions.ts'
import { builtSections, type NavigationSection, visibleSections } from '../../frame/navigation/navigation.ts'

export interface SeenPage {
  path: string
  title: string
  seen: boolean
}

/** Returns every page of the navigation, and whether a user with only these permissions sees it there. */
export function pagesOf(
  sections: readonly NavigationSection[],
  held: ReadonlySet<Action>,
  flags: ReadonlySet<string>,
): SeenPage[] {
  const built = builtSections(sections)
  const visible = mayManage(held) ? visibleSections(built, { held, flags }) : []
  const seen = new Set(visible.flatMap(({ items }) => items.map(({ path }) => path)))
  return built.flatMap(({ items }) => items).map(({ path, title }) => ({ path, title, seen: seen.has(path) }))
}
