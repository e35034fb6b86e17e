/** Markup whose values are escaped. */
export interface Html {
  markup: string
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** A template of markup: every value is escaped unless it is markup of this kind itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | Html[] | null | false)[]
): Html {
  const shown = values.map((value) => {
    if (value === null || value === false) return ''
    if (Array.isArray(value)) return value.map((item) => item.markup).join('')
    return typeof value === 'object' ? value.markup : escaped(String(value))
  })
  return { markup: String.raw({ raw: parts }, ...shown) }
}

/** Markup from constants of ours. */
export const trusted = (markup: string): Html => ({ markup })
