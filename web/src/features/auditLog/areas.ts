import {
  BookOpenCheck,
  Bot,
  Boxes,
  History,
  KeyRound,
  Library,
  type LucideIcon,
  Palette,
  Settings2,
  ShieldCheck,
  ToggleRight,
  Users,
  Wrench,
} from 'lucide-react'

/** The areas of the audit log, as the contract's endpoints name them, with their marks. Their names are texts `area.…`. */
export const areas = {
  brand: Palette,
  gptSystem: Bot,
  configState: Bot,
  personalAgent: Bot,
  dataSource: Library,
  file: Library,
  guidelinesDocument: BookOpenCheck,
  chatAccessPolicy: ShieldCheck,
  userRole: KeyRound,
  user: Users,
  instanceSettings: Settings2,
  apiKey: KeyRound,
  deployment: Boxes,
  featureFlag: ToggleRight,
  tool: Wrench,
  auditLog: History,
} as const satisfies Record<string, LucideIcon>

export type Area = keyof typeof areas
export const isArea = (area: string): area is Area => Object.hasOwn(areas, area)
export const iconOf = (area: string): LucideIcon => (isArea(area) ? areas[area] : History)
