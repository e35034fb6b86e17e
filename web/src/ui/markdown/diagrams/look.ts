import { shownMode } from '../../../theme/settings.ts'
import type { DiagramColors, DiagramLook } from './messages.ts'

/** System fonts only: an image can’t use the fonts of the page. */
const FONT =
  '-apple-system, "Segoe UI", system-ui, Roboto, Ubuntu, "Noto Sans", "Noto Sans Arabic", sans-serif'

const hex = /^#[0-9a-f]{6}$/i

/** Returns how diagrams look on the page as it is now. */
export function diagramLook(): DiagramLook {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string, otherwise: string): string => {
    const value = style.getPropertyValue(`--${name}`).trim()
    return hex.test(value) ? value : otherwise
  }
  const dark = shownMode.read().mode === 'dark'
  const text = color('text', dark ? '#ece9f4' : '#1c1829')
  const background = color('bg', dark ? '#18181f' : '#ffffff')
  const colors: DiagramColors = {
    background,
    surface: color('raised', background),
    sunken: color('sunken', background),
    text,
    secondaryText: color('text-2', text),
    line: color('line', text),
    strongLine: color('line-strong', text),
    accent: color('accent-bg', background),
    accentText: color('accent-text', text),
    fills: ['p', 'i', 'ok', 'w', 's', 'e'].flatMap((set) => [
      color(`${set}-${dark ? 'dark' : 'light'}`, background),
    ]),
    onFills: text,
  }
  return { dark, colors, font: FONT }
}
