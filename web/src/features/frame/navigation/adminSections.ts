import { screens } from '@parlance/contract/screens'
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
import type { frameTexts } from '../frameTexts.ts'
import type { NavigationSection } from './navigation.ts'

/**
 * Returns the administration's pages in the specification's order, including those whose screens aren't built
 * yet.
 */
export function adminSections(t: ReturnType<typeof frameTexts.useText>): NavigationSection[] {
  return [
    {
      subheader: t('manageAgents'),
      items: [
        { title: t('dashboard'), path: '/admin', icon: LayoutDashboard, actions: screens.dashboard.actions },
        {
          title: t('agents'),
          path: '/admin/gptsystem',
          icon: Bot,
          actions: screens.agents.actions,
        },
        {
          title: t('fileLibraries'),
          short: t('libraries'),
          path: '/admin/datasource',
          icon: Library,
          actions: screens.fileLibraries.actions,
        },
      ],
    },
    { subheader: t('administration'), items: administration(t) },
  ]
}

const administration = (t: ReturnType<typeof frameTexts.useText>): NavigationSection['items'] => [
  { title: t('brands'), path: '/admin/brand', icon: Palette, actions: screens.brands.actions },
  {
    title: t('guidelines'),
    path: '/admin/guidelines',
    icon: BookOpenCheck,
    actions: screens.guidelines.actions,
    later: true,
  },
  {
    title: t('chatAccessPolicies'),
    short: t('policies'),
    path: '/admin/chatAccessPolicy',
    icon: ShieldCheck,
    actions: screens.chatAccessPolicies.actions,
  },
  {
    title: t('userRoles'),
    short: t('roles'),
    path: '/admin/userRole',
    icon: KeyRound,
    actions: screens.userRoles.actions,
  },
  { title: t('users'), path: '/admin/user', icon: Users, actions: screens.users.actions },
  {
    title: t('auditLogs'),
    short: t('audit'),
    path: '/admin/audit',
    icon: History,
    actions: screens.auditLogs.actions,
  },
  {
    title: t('instanceSettings'),
    short: t('settings'),
    path: '/admin/instanceSettings',
    icon: Settings2,
    actions: screens.instanceSettings.actions,
    flag: 'ShowInstanceSettingsPage',
  },
]
