import { client } from '@parlance/contract/limits'
import i18next from 'i18next'

/** Latin digits in Arabic, too, because numbers appear next to Latin file names and amounts. */
const locales: Record<string, string> = { en: client.locale, ar: 'ar-u-nu-latn' }
export const localeOf = (language: string = i18next.language): string => locales[language] ?? client.locale

/**
 * Creating a formatter takes milliseconds on a slow machine, and a conversation shows a time per answer, so
 * each is created once.
 */
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
function once<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  kind: new (locale: string, options: object) => T,
  options: object,
): T {
  const locale = localeOf()
  const key = `${kind.name} ${locale} ${JSON.stringify(options)}`
  const formatter = (formatters.get(key) as T | undefined) ?? new kind(locale, options)
  formatters.set(key, formatter)
  return formatter
}

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  once(Intl.NumberFormat, options).format(value)

/**
 * Isolates an amount as left-to-right, because its currency sign would move to the other side in Arabic text.
 */
const isolated = (amount: string): string => (i18next.dir() === 'rtl' ? `\u2066${amount}\u2069` : amount)

export const formatCurrency = (value: number, currency: string = client.currency): string =>
  isolated(formatNumber(value, { style: 'currency', currency }))

/** Formats what answers cost, usually a fraction of a cent. Less than a cent has the digits that make it more than zero. */
export const formatCost = (dollars: number): string =>
  dollars < 0.01
    ? isolated(
        formatNumber(dollars, { style: 'currency', currency: client.currency, maximumFractionDigits: 6 }),
      )
    : formatCurrency(dollars)

export const formatPercent = (share: number): string => formatNumber(share, { style: 'percent' })

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function formatBytes(bytes: number): string {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1)
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: byteUnits[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  })
}

export const formatDate = (value: string | Date, options: Intl.DateTimeFormatOptions = {}): string =>
  once(Intl.DateTimeFormat, options).format(new Date(value))

/** A time of day, with the locale's own clock: 23:05 or 11:05 PM. */
export const formatTime = (value: string | Date): string => formatDate(value, { timeStyle: 'short' })

/** A time of day, with the date if it isn’t today’s: 11:05 PM or Nov 21, 11:05 PM. */
export function formatTimeOrMoment(value: string | Date, now = new Date()): string {
  const date = new Date(value)
  if (date.toDateString() === now.toDateString()) return formatTime(date)
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return formatDate(date, { year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

/** A date with its time of day. */
export const formatMoment = (value: string | Date): string =>
  formatDate(value, { dateStyle: 'medium', timeStyle: 'short' })

/** The same to the second, for records. */
export const formatExactMoment = (value: string | Date): string =>
  formatDate(value, { dateStyle: 'long', timeStyle: 'medium' })

const commas: Record<string, string> = { ar: '، ' }

/** Joins items with commas. Intl.ListFormat would insert an "and" before the last one in Arabic. */
export const formatList = (items: string[]): string => items.join(commas[i18next.language] ?? ', ')
