import { type Screen, screens } from '@parlance/contract/screens'
import type { frameTexts } from '../lang/en.ts'
import { allScreens, screenTitle, shortScreenTitle } from '../screens.ts'
import type { NavigationItem, NavigationSection } from './navigation.ts'

const sections = ['manageAgents', 'administration'] as const

/** The administration’s pages in the specification’s order, including those that come with a later release. */
export const adminSections = (t: ReturnType<typeof frameTexts.useText>): NavigationSection[] =>
  sections.map((section) => ({
    subheader: t(section),
    items: allScreens()
      .filter(([, screen]) => (screen.section ?? 'administration') === section)
      .map(([name, { icon, short, pages }]): NavigationItem => {
        const { path, actions, flag }: Screen = screens[name]
        return {
          title: screenTitle(name),
          ...(short && { short: shortScreenTitle(name) }),
          path,
          icon,
          actions,
          ...(flag && { flag }),
          ...(!pages && { later: true }),
        }
      }),
  }))
