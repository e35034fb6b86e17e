import type { Brand as BrandShape } from '@parlance/contract/brands'
import { type BrandTheme, resolveTheme, themeFields } from '@parlance/contract/theme/brand'
import { contrastPairs } from '@parlance/contract/theme/contrast'
import type { z } from 'zod'
import type { Recorded } from '../../platform/audit/differences.ts'
import type { BrandRow, DefaultsRow, FileKind, LoginAlignment, OwnSettings } from './store.ts'

export type Brand = z.output<typeof BrandShape>

/** The fields that name images, and the kinds of these images. */
export const fileFields = {
  logoFileName: 'Logo',
  navigationLogoFileName: 'NavigationLogo',
  splashScreenBackgroundFileName: 'Splash',
  avatarFileName: 'Avatar',
} as const satisfies Record<string, FileKind>
type FileField = keyof typeof fileFields

/** The complete look of a brand: its own settings, over the defaults, over the product's. */
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
    // A brand with its own logo doesn't use the default navigation logo.
    navigationLogoFileName: own.files.Logo ? (own.files.NavigationLogo ?? null) : file('NavigationLogo'),
    splashScreenBackgroundFileName: file('Splash'),
    avatarFileName: file('Avatar'),
    useLoginBackgroundImg: own.useLoginBackgroundImg ?? defaults.useLoginBackgroundImg ?? false,
    loginAlignment: own.loginAlignment ?? defaults.loginAlignment ?? 'Center',
    loginBackground: theme.loginBackground,
    theme,
  }
}

/** Returns the names of the inherited fields. Theme fields appear under their own names. */
function inherited(own: OwnSettings): string[] {
  return [
    ...Object.entries(fileFields).flatMap(([field, kind]) => (own.files[kind] ? [] : [field])),
    ...(['useLoginBackgroundImg', 'loginAlignment'] as const).filter((field) => own[field] === null),
    ...themeFields.filter((field) => own.theme[field] === undefined),
  ]
}

const CENTI = 100

/** Returns the color pairs of a theme whose contrast is too low to read. */
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

/** Returns the part of a brand that its login page shows. */
export function publicBrand(row: Pick<BrandRow, 'brandKey' | 'name'>, { theme: _, ...looks }: Look) {
  return { brandKey: row.brandKey, name: row.name, ...looks }
}

/** Returns what the audit log compares: the brand's own settings, not the resolved ones. */
export function recorded(row: Partial<BrandRow & DefaultsRow> & OwnSettings): Recorded {
  const { files, version: _, createdAt: __, updatedAt: ___, brandKey: ____, ...fields } = row
  const named = Object.entries(fileFields).map(([field, kind]) => [field, files[kind] ?? null] as const)
  return { ...fields, ...Object.fromEntries(named) }
}

/** Returns a field's name in the audit log. The first entries had no `theme` prefix. */
export const recordedName = (field: string): string =>
  (themeFields as readonly string[]).includes(field.split('.')[0] ?? '') ? `theme.${field}` : field
