import { type ScreenName, screenNames } from '@parlance/contract/screens'
import { History, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { i18next } from '../../lang/i18n.ts'

/** A text that is shown before its feature is loaded. It is part of the first load in both languages: keep it short. */
interface ShortText {
  en: string
  ar: string
}

/** A page of the administration, with the pages below it. Its path and permissions are in contract/src/screens.ts. */
export interface AdminScreen {
  /** The section of the navigation; without it, Administration. */
  section?: 'manageAgents'
  icon: LucideIcon
  title: ShortText
  /** The title if there is only room for one word. */
  short?: ShortText
  /** Elements by path below the screen's path; '' is the screen itself. Without pages, it comes with a later release. */
  pages?: Record<string, ReactElement>
  /** Areas of the audit log that have the screen’s title and icon. */
  areas?: readonly string[]
}

/** An area of the audit log with a name and an icon of its own. */
interface AuditArea {
  icon: LucideIcon
  name: ShortText
}
export type AuditAreas = Record<string, AuditArea>

/** What a feature adds to the administration: the default export of its `screens.tsx`. */
export interface FeatureScreens {
  screens?: Partial<Record<ScreenName, AdminScreen>>
  /** Other areas of the audit log, which are loaded with the audit log: the default export of the feature’s `auditAreas.ts`. */
  otherAreas?: () => Promise<{ default: AuditAreas }>
}

const NAMESPACE = 'screens'
const screens = new Map<ScreenName, AdminScreen>()
const areas = new Map<string, { icon: LucideIcon; textKey: string }>()
let loaders: FeatureScreens['otherAreas'][] = []

function addText(key: string, { en, ar }: ShortText): void {
  i18next.addResource('en', NAMESPACE, key, en)
  i18next.addResource('ar', NAMESPACE, key, ar)
}

/** Called once by the app, which finds the `screens.tsx` of all features. */
export function addScreens(features: readonly FeatureScreens[]): void {
  for (const { screens: own = {} } of features) {
    for (const [name, screen] of Object.entries(own)) {
      const { icon, title, short, areas: named = [] } = screen
      screens.set(name as ScreenName, screen)
      addText(`title.${name}`, title)
      if (short) addText(`short.${name}`, short)
      for (const area of named) areas.set(area, { icon, textKey: `title.${name}` })
    }
  }
  loaders = features.map(({ otherAreas }) => otherAreas)
}

/** Loads the areas that aren’t named after a screen. */
export async function loadAreas(): Promise<void> {
  for (const found of await Promise.all(loaders.map((load) => load?.()))) {
    for (const [area, { icon, name }] of Object.entries(found?.default ?? {})) {
      areas.set(area, { icon, textKey: `area.${area}` })
      addText(`area.${area}`, name)
    }
  }
}

const text = (key: string): string => i18next.t(key, { ns: NAMESPACE })

/** All screens in the order of the contract, which is that of the navigation. */
export const allScreens = (): [ScreenName, AdminScreen][] =>
  screenNames.flatMap((name) => {
    const screen = screens.get(name)
    return screen ? [[name, screen]] : []
  })

/** For components that also call a `useText()`, which renders them again when the language changes. */
export const screenTitle = (name: ScreenName): string => text(`title.${name}`)
export const shortScreenTitle = (name: ScreenName): string => text(`short.${name}`)

/** For components without a text of their own. */
export function useScreenTitle(): typeof screenTitle {
  useTranslation(NAMESPACE)
  return screenTitle
}

export const areaNames = (): string[] => [...areas.keys()]
export const areaIcon = (area: string): LucideIcon => areas.get(area)?.icon ?? History
/** An area’s name. Entries of another version can have an area that this one doesn’t know. */
export function areaName(area: string): string {
  const known = areas.get(area)
  return known ? text(known.textKey) : area
}
