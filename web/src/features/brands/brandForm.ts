import { limits } from '@parlance/contract/limits'
import {
  type BrandTheme,
  type ColourSet,
  resolveTheme,
  shades,
  type ThemeField,
  type ThemeSettings,
  themeFields,
} from '@parlance/contract/theme/brand'
import type { Faults } from '../../ui/admin/formState.ts'
import type { BrandsText } from './brandsTexts.ts'
import type { Brand, BrandDefaults } from './data/api.ts'

export const alignments = ['Left', 'Center', 'Right'] as const
export type Alignment = (typeof alignments)[number]

/** What is edited of a brand, and of the defaults. A field that is null is inherited. */
export type BrandValues = {
  name: string
  hostNames: string[]
  defaultBrandKey: string
  useLoginBackgroundImg: boolean | null
  loginAlignment: Alignment | null
} & { [F in ThemeField]: BrandTheme[F] | null }
export type BrandField = keyof BrandValues
export type InheritableField = Exclude<BrandField, 'name' | 'hostNames' | 'defaultBrandKey'>

/** How a brand looks: what it says, over what it inherits. */
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

/** The theme's part of the values: what is inherited is left out. */
const ownTheme = (values: BrandValues): ThemeSettings =>
  Object.fromEntries(
    themeFields.filter((field) => values[field] !== null).map((field) => [field, values[field]]),
  )

/** What a PUT says of both a brand and the defaults. */
export const inputOf = (values: BrandValues) => ({
  theme: ownTheme(values),
  ...(values.useLoginBackgroundImg === null ? {} : { useLoginBackgroundImg: values.useLoginBackgroundImg }),
  ...(values.loginAlignment === null ? {} : { loginAlignment: values.loginAlignment }),
})

const colour = /^#[0-9a-fA-F]{6}$/
export const isColour = (text: string): boolean => colour.test(text)

/** The look that unsaved values come to. A colour that is still being typed is the inherited one meanwhile. */
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
  if (typeof value === 'string') return isColour(value) ? value.toLowerCase() : instead
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      readable(part, (instead as ColourSet)[name as 'main']),
    ]),
  )
}

/** A value with one of its colours changed: `main` of a set, or a colour that stands alone. */
export function withColour(look: BrandLook, path: string, hex: string): Partial<BrandValues> {
  const [field = '', part] = path.split('.')
  return { [field]: part ? { ...(look[field as 'primary'] as ColourSet), [part]: hex } : hex }
}

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const keyGrammar = new RegExp(`^(?=.{1,${limits.brandKey}}$)${label}$`)
const hostGrammar = new RegExp(
  `^(?=.{1,253}$)(?=.*[a-z])(?:(?=[^.]{1,63}(?:\\.|$))${label}(?:\\.|$))+(?<!\\.)$`,
)

export function keyFault(key: string, t: BrandsText): string | undefined {
  if (!keyGrammar.test(key)) return t('keyInvalid', { max: limits.brandKey })
  return key === 'import' ? t('keyReserved') : undefined
}

/** The key that a name suggests; letters of other scripts have none. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, limits.brandKey)
    .replaceAll(/^-+|-+$/g, '')

export function nameFault(name: string, t: BrandsText): string | undefined {
  const length = [...name.trim()].length
  if (length === 0) return t('nameRequired')
  return length > limits.brandName ? t('nameTooLong', { max: limits.brandName }) : undefined
}

export const hostFaults = (hostNames: readonly string[], t: BrandsText): Faults =>
  Object.fromEntries(
    hostNames
      .map((host, index) => [`hostNames.${index}`, host.trim().toLowerCase()] as const)
      .filter(([, host]) => !hostGrammar.test(host))
      .map(([path]) => [path, t('hostInvalid')]),
  )

/** Rows that were added and left empty say nothing. */
export const givenHosts = (hostNames: readonly string[]): string[] =>
  hostNames.map((host) => host.trim().toLowerCase()).filter(Boolean)

export function colourFaults(values: BrandValues, t: BrandsText): Faults {
  const wrong = themeFields.flatMap((field) => {
    const value = values[field]
    if (typeof value === 'string') return isColour(value) ? [] : [field]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value)
      .filter(([, part]) => !isColour(part as string))
      .map(([part]) => `${field}.${part}`)
  })
  return Object.fromEntries(wrong.map((path) => [path, t('colourInvalid')]))
}

/** The form's own name for a field that the server names: `theme.primary.main` is `primary.main`. */
export const pathOf = (field: string): string => field.replace(/^theme\./, '')

/** A path as people read it: `primary.main` is "Primary main". */
export function labelOfPath(path: string, t: BrandsText): string {
  const [field = '', part] = path.split('.')
  const name = t(field as 'primary')
  return part && (shades as readonly string[]).includes(part) && field !== 'loginBackground'
    ? t('shade', { field: name, shade: t(part as 'main') })
    : name
}
