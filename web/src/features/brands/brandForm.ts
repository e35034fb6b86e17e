import { limits } from '@parlance/contract/limits'
import {
  type BrandTheme,
  type ColorSet,
  resolveTheme,
  shades,
  type ThemeField,
  type ThemeSettings,
  themeFields,
} from '@parlance/contract/theme/brand'
import type { Errors } from '../../ui/admin/formState.ts'
import type { Brand, BrandDefaults } from './data/api.ts'
import type { BrandsText } from './lang/en.ts'

export const alignments = ['Left', 'Center', 'Right'] as const
export type Alignment = (typeof alignments)[number]

/** The editable values of a brand or the defaults. A null field is inherited. */
export type BrandValues = {
  name: string
  hostNames: string[]
  defaultBrandKey: string
  useLoginBackgroundImg: boolean | null
  loginAlignment: Alignment | null
} & { [F in ThemeField]: BrandTheme[F] | null }
export type BrandField = keyof BrandValues
export type InheritableField = Exclude<BrandField, 'name' | 'hostNames' | 'defaultBrandKey'>

/** The effective look of a brand: its own values over the inherited ones. */
export type BrandLook = BrandTheme & { useLoginBackgroundImg: boolean; loginAlignment: Alignment }

export function valuesOf(entity: Brand | BrandDefaults): BrandValues {
  const own = <T>(field: string, value: T): T | null => (entity.inherits.includes(field) ? null : value)
  const theme = Object.fromEntries(themeFields.map((field) => [field, own(field, entity.theme[field])]))
  return {
    name: 'name' in entity ? entity.name : '',
    hostNames: 'hostNames' in entity ? entity.hostNames : [],
    defaultBrandKey: 'defaultBrandKey' in entity ? entity.defaultBrandKey : '',
    useLoginBackgroundImg: own('useLoginBackgroundImg', entity.useLoginBackgroundImg),
    loginAlignment: own('loginAlignment', entity.loginAlignment),
    ...(theme as { [F in ThemeField]: BrandTheme[F] | null }),
  }
}

/** The theme's own values, without inherited ones. */
const ownTheme = (values: BrandValues): ThemeSettings =>
  Object.fromEntries(
    themeFields.filter((field) => values[field] !== null).map((field) => [field, values[field]]),
  )

/** The input of a PUT for a brand or the defaults. */
export const inputOf = (values: BrandValues) => ({
  theme: ownTheme(values),
  ...(values.useLoginBackgroundImg === null ? {} : { useLoginBackgroundImg: values.useLoginBackgroundImg }),
  ...(values.loginAlignment === null ? {} : { loginAlignment: values.loginAlignment }),
})

const color = /^#[0-9a-fA-F]{6}$/
export const isColor = (text: string): boolean => color.test(text)

/** Returns the look of unsaved values. An incomplete color is replaced by the inherited one. */
export function lookOf(values: BrandValues, defaults: BrandValues | undefined): BrandLook {
  const inherited = defaults ? ownTheme(defaults) : {}
  const instead = resolveTheme(inherited)
  const own = Object.fromEntries(
    Object.entries(ownTheme(values)).map(([field, value]) => [
      field,
      readable(value, instead[field as ThemeField]),
    ]),
  )
  return {
    ...resolveTheme(own, inherited),
    useLoginBackgroundImg: values.useLoginBackgroundImg ?? defaults?.useLoginBackgroundImg ?? false,
    loginAlignment: values.loginAlignment ?? defaults?.loginAlignment ?? 'Center',
  }
}

function readable(value: unknown, instead: unknown): unknown {
  if (typeof value === 'string') return isColor(value) ? value.toLowerCase() : instead
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      readable(part, (instead as ColorSet)[name as 'main']),
    ]),
  )
}

/** Returns a value with one color changed: `main` of a set, or a standalone color. */
export function withColor(look: BrandLook, path: string, hex: string): Partial<BrandValues> {
  const [field = '', part] = path.split('.')
  return { [field]: part ? { ...(look[field as 'primary'] as ColorSet), [part]: hex } : hex }
}

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const keyGrammar = new RegExp(`^(?=.{1,${limits.brandKey}}$)${label}$`)
const hostGrammar = new RegExp(
  `^(?=.{1,253}$)(?=.*[a-z])(?:(?=[^.]{1,63}(?:\\.|$))${label}(?:\\.|$))+(?<!\\.)$`,
)

export function keyError(key: string, t: BrandsText): string | undefined {
  if (!keyGrammar.test(key)) return t('keyInvalid', { max: limits.brandKey })
  return key === 'import' ? t('keyReserved') : undefined
}

/** Derives a key from a name. Letters of other scripts are dropped. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, limits.brandKey)
    .replaceAll(/^-+|-+$/g, '')

export function nameError(name: string, t: BrandsText): string | undefined {
  const length = [...name.trim()].length
  if (length === 0) return t('nameRequired')
  return length > limits.brandName ? t('nameTooLong', { max: limits.brandName }) : undefined
}

/** Errors by row. Empty rows are ignored, but counted. */
export const hostErrors = (hostNames: readonly string[], t: BrandsText): Errors =>
  Object.fromEntries(
    hostNames
      .map((host, index) => [`hostNames.${index}`, host.trim().toLowerCase()] as const)
      .filter(([, host]) => host !== '' && !hostGrammar.test(host))
      .map(([path]) => [path, t('hostInvalid')]),
  )

/** Empty rows are ignored. */
export const givenHosts = (hostNames: readonly string[]): string[] =>
  hostNames.map((host) => host.trim().toLowerCase()).filter(Boolean)

export function colorErrors(values: BrandValues, t: BrandsText): Errors {
  const wrong = themeFields.flatMap((field) => {
    const value = values[field]
    if (typeof value === 'string') return isColor(value) ? [] : [field]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value)
      .filter(([, part]) => !isColor(part as string))
      .map(([part]) => `${field}.${part}`)
  })
  return Object.fromEntries(wrong.map((path) => [path, t('colorInvalid')]))
}

/**
 * Maps a server field to the form's: `theme.primary.main` becomes `primary.main`. The server doesn't get empty rows of
 * host names, so it doesn't count them.
 */
export function pathOf(field: string, { hostNames = [] }: { hostNames?: readonly string[] } = {}): string {
  const [, sent] = /^hostNames\.(\d+)$/.exec(field) ?? []
  if (sent === undefined) return field.replace(/^theme\./, '')
  const rows = hostNames.flatMap((host, row) => (host.trim() === '' ? [] : [row]))
  return `hostNames.${rows[Number(sent)] ?? sent}`
}

/** Formats a path as a label: `primary.main` becomes "Primary main". */
export function labelOfPath(path: string, t: BrandsText): string {
  const [field = '', part] = path.split('.')
  const name = t(field as 'primary')
  return part && (shades as readonly string[]).includes(part) && field !== 'loginBackground'
    ? t('shade', { field: name, shade: t(part as 'main') })
    : name
}
