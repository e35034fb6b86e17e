import type { ContrastPair } from '@parlance/contract/theme/contrast'
import { shortNames } from '@parlance/contract/theme/theme'
import { labelOfPath } from '../brandForm.ts'
import type { BrandsText } from '../lang/en.ts'

export const groups = ['groupActions', 'groupLabels', 'groupText', 'groupMenu'] as const
export type PairGroup = (typeof groups)[number]

export function groupOf({ field, on }: Pick<ContrastPair, 'field' | 'on'>): PairGroup {
  if (field.startsWith('menu')) return 'groupMenu'
  if (field.startsWith('text')) return 'groupText'
  return on === 'bg' || field.endsWith('.contrastText') ? 'groupActions' : 'groupLabels'
}

const surfaces = {
  sunken: 'onSunken',
  'menu-bg': 'onMenu',
  'menu-hover': 'onMenuHover',
  'menu-press': 'onMenuPress',
} as const

/** Returns the display name of a pair's background. */
export function onLabel(
  { field, on, mode }: Pick<ContrastPair, 'field' | 'on' | 'mode'>,
  t: BrandsText,
): string {
  if (on === 'bg') return t(mode === 'dark' ? 'onDarkBackground' : 'onBackground')
  if (on in surfaces) return t(surfaces[on as keyof typeof surfaces])
  if (Object.values(shortNames).some((short) => on === `${short}-bg`)) return t('onDarkLabel')
  const [set, shade = ''] = on.split('.')
  return field.startsWith(`${set}.`) ? t(shade as 'main') : labelOfPath(on, t)
}
