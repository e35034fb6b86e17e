import { escapeHtml } from '../platform/http/escapeHtml.ts'

/** Markup whose values are escaped. */
export interface Html {
  markup: string
}

/** A template of markup: every value is escaped unless it is markup of this kind itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | Html[] | null | false)[]
): Html {
  const shown = values.map((value) => {
    if (value === null || value === false) return ''
    if (Array.isArray(value)) return value.map((item) => item.markup).join('')
    return typeof value === 'object' ? value.markup : escapeHtml(String(value))
  })
  return { markup: String.raw({ raw: parts }, ...shown) }
}

/** Markup from constants of ours. */
export const trusted = (markup: string): Html => ({ markup })
