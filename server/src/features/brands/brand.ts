import type { Brand as BrandShape } from '@parlance/contract/brands'
import { type BrandTheme, resolveTheme, themeFields } from '@parlance/contract/theme/brand'
import { contrastPairs } from '@parlance/contract/theme/contrast'
import type { z } from 'zod'
import type { Recorded } from '../../platform/audit/differences.ts'
import type { BrandRow, DefaultsRow, FileKind, LoginAlignment, OwnSettings } from './store.ts'

export type Brand = z.output<typeof BrandShape>

/** The fields that name images, and the kinds of these. */
export const fileFields = {
  logoFileName: 'Logo',
  navigationLogoFileName: 'NavigationLogo',
  splashScreenBackgroundFileName: 'Splash',
  avatarFileName: 'Avatar',
} as const satisfies Record<string, FileKind>
type FileField = keyof typeof fileFields

/** How a brand looks: its own settings over the defaults, over the product's own. */
export interface Look extends Record<FileField, string | null> {
  useLoginBackgroundImg: boolean
  loginAlignment: LoginAlignment
  loginBackground: { main: string }
  theme: BrandTheme
}

const nothing: OwnSettings = { useLoginBackgroundImg: null, loginAlignment: null, theme: {}, files: {} }

export function look(own: OwnSettings, defaults: OwnSettings = nothing): Look {
  const theme = resolveTheme(own.theme, defaults.theme)
  const file = (kind: FileKind) => own.files[kind] ?? defaults.files[kind] ?? null
  return {
    logoFileName: file('Logo'),
    // A brand with a logo of its own does not wear the defaults' in its navigation.
    navigationLogoFileName: own.files.Logo ? (own.files.NavigationLogo ?? null) : file('NavigationLogo'),
    splashScreenBackgroundFileName: file('Splash'),
    avatarFileName: file('Avatar'),
    useLoginBackgroundImg: own.useLoginBackgroundImg ?? defaults.useLoginBackgroundImg ?? false,
    loginAlignment: own.loginAlignment ?? defaults.loginAlignment ?? 'Center',
    loginBackground: theme.loginBackground,
    theme,
  }
}

/** The names of the fields that are left to the defaults; those of the theme by their own names. */
function inherited(own: OwnSettings): string[] {
  return [
    ...Object.entries(fileFields).flatMap(([field, kind]) => (own.files[kind] ? [] : [field])),
    ...(['useLoginBackgroundImg', 'loginAlignment'] as const).filter((field) => own[field] === null),
    ...themeFields.filter((field) => own.theme[field] === undefined),
  ]
}

const CENTI = 100

/** The pairs of a theme that are too much alike to be read. */
function warningsOf(theme: BrandTheme): Brand['warnings'] {
  return contrastPairs(theme)
    .filter(({ level }) => level === 'below')
    .map(({ field, on, mode, ratio }) => ({ field, on, mode, ratio: Math.floor(ratio * CENTI) / CENTI }))
}

export function shownBrand(row: BrandRow, defaults: DefaultsRow): Brand {
  const looks = look(row, defaults)
  const { brandKey, name, hostNames, version, createdAt, updatedAt } = row
  return {
    brandKey,
    name,
    hostNames,
    ...looks,
    inherits: inherited(row),
    isDefault: brandKey === defaults.defaultBrandKey,
    warnings: warningsOf(looks.theme),
    version,
    createdAt,
    updatedAt,
  }
}

export function shownDefaults(row: DefaultsRow) {
  const looks = look(row)
  return {
    defaultBrandKey: row.defaultBrandKey,
    ...looks,
    inherits: inherited(row),
    warnings: warningsOf(looks.theme),
    version: row.version,
    updatedAt: row.updatedAt,
  }
}

/** What of a brand stands on its login page. */
export function publicBrand(row: Pick<BrandRow, 'brandKey' | 'name'>, { theme: _, ...looks }: Look) {
  return { brandKey: row.brandKey, name: row.name, ...looks }
}

/** What the audit compares: what is said here and not what it comes to. */
export function recorded(row: Partial<BrandRow & DefaultsRow> & OwnSettings): Recorded {
  const { files, version: _, createdAt: __, updatedAt: ___, brandKey: ____, ...fields } = row
  const named = Object.entries(fileFields).map(([field, kind]) => [field, files[kind] ?? null] as const)
  return { ...fields, ...Object.fromEntries(named) }
}

/** A field by its name in what is recorded; the first entries left `theme` out. */
export const recordedName = (field: string): string =>
  (themeFields as readonly string[]).includes(field.split('.')[0] ?? '') ? `theme.${field}` : field
