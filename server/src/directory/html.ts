import { escapeHtml } from '../platform/http/escapeHtml.ts'

/** Markup with escaped values. */
export interface Html {
  markup: string
}

/** Builds markup from a template. Escapes every value that isn't `Html` itself. */
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

/** Marks a constant of ours as safe markup. */
export const trusted = (markup: string): Html => ({ markup })
