import {
  BookOpenCheck,
  Bot,
  History,
  KeyRound,
  LayoutDashboard,
  Library,
  Palette,
  Settings2,
  ShieldCheck,
  Users,
} from 'lucide-react'
import type { shellTexts } from '../shellTexts.ts'
import { adminActions } from './adminActions.ts'
import type { NavigationSection } from './navigation.ts'

/** The administration's pages in the specification's order, those included whose screens are still to come. */
export function adminSections(t: ReturnType<typeof shellTexts.useText>): NavigationSection[] {
  return [
    {
      subheader: t('manageAgents'),
      items: [
        { title: t('dashboard'), path: '/admin', icon: LayoutDashboard, actions: adminActions.dashboard },
        {
          title: t('agents'),
          path: '/admin/gptsystem',
          icon: Bot,
          actions: adminActions.agents,
          later: true,
        },
        {
          title: t('fileLibraries'),
          short: t('libraries'),
          path: '/admin/datasource',
          icon: Library,
          actions: adminActions.fileLibraries,
        },
      ],
    },
    { subheader: t('administration'), items: administration(t) },
  ]
}

const administration = (t: ReturnType<typeof shellTexts.useText>): NavigationSection['items'] => [
  { title: t('brands'), path: '/admin/brand', icon: Palette, actions: adminActions.brands },
  {
    title: t('guidelines'),
    path: '/admin/guidelines',
    icon: BookOpenCheck,
    actions: adminActions.guidelines,
    later: true,
  },
  {
    title: t('chatAccessPolicies'),
    short: t('policies'),
    path: '/admin/chatAccessPolicy',
    icon: ShieldCheck,
    actions: adminActions.chatAccessPolicies,
    later: true,
  },
  {
    title: t('userRoles'),
    short: t('roles'),
    path: '/admin/userRole',
    icon: KeyRound,
    actions: adminActions.userRoles,
    later: true,
  },
  { title: t('users'), path: '/admin/user', icon: Users, actions: adminActions.users, later: true },
  {
    title: t('auditLogs'),
    short: t('audit'),
    path: '/admin/audit',
    icon: History,
    actions: adminActions.auditLogs,
  },
  {
    title: t('instanceSettings'),
    short: t('settings'),
    path: '/admin/instanceSettings',
    icon: Settings2,
    actions: adminActions.instanceSettings,
    flag: 'ShowInstanceSettingsPage',
    later: true,
  },
]
