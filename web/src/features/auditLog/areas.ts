import {
  BookOpenCheck,
  Bot,
  Boxes,
  History,
  KeyRound,
  Library,
  type LucideIcon,
  MessageSquareQuote,
  Palette,
  Settings2,
  ShieldCheck,
  ToggleRight,
  Users,
  Wrench,
} from 'lucide-react'
import { type Area, isArea } from './areaNames.ts'

/** The icon of each area. */
const marks: Record<Area, LucideIcon> = {
  brand: Palette,
  gptSystem: Bot,
  configState: Bot,
  personalAgent: Bot,
  agentPrompt: MessageSquareQuote,
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
}

export const iconOf = (area: string): LucideIcon => (isArea(area) ? marks[area] : History)
