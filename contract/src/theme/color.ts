/** Color functions for the theme: mixing as CSS `color-mix(in oklab, …)` does, and WCAG contrast. */
export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

type Oklab = readonly [l: number, a: number, b: number]

export function parse(hex: string): Color {
  const digits = hex.replace('#', '')
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255
  return { red: part(0), green: part(2), blue: part(4), alpha: full.length === 8 ? part(6) : 1 }
}

export function hex({ red, green, blue, alpha }: Color): string {
  const part = (share: number) =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${part(red)}${part(green)}${part(blue)}${alpha < 1 ? part(alpha) : ''}`
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
const gamma = (share: number) => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)

function toOklab({ red, green, blue }: Color): Oklab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Oklab, alpha: number): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    red: gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    green: gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    blue: gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    alpha,
  }
}

/** `color-mix(in oklab, color percent%, other)` as a hex value. */
export function mix(color: string, percent: number, other: string): string {
  const [one, two] = [toOklab(parse(color)), toOklab(parse(other))]
  const share = percent / 100
  const at = (index: 0 | 1 | 2) => one[index] * share + two[index] * (1 - share)
  return hex(fromOklab([at(0), at(1), at(2)], 1))
}

/**
 * Returns a color of the same hue, with the given OKLab lightness (or one computed from its own) and the given
 * share of its colorfulness.
 */
export function mixHue(color: string, lightness: number | ((own: number) => number), chroma: number): string {
  const [own, a, b] = toOklab(parse(color))
  const wanted = typeof lightness === 'number' ? lightness : lightness(own)
  return hex(fromOklab([wanted, a * chroma, b * chroma], 1))
}

export const lightnessOf = (color: string): number => toOklab(parse(color))[0]

/** `color-mix(in oklab, color percent%, transparent)`. */
export const fade = (color: string, percent: number): string => hex({ ...parse(color), alpha: percent / 100 })

/** Returns a point of a CSS gradient, which interpolates linearly in sRGB. */
export function between(from: string, to: string, share: number): string {
  const [one, two] = [parse(from), parse(to)]
  const at = (key: 'red' | 'green' | 'blue') => one[key] * (1 - share) + two[key] * share
  return hex({ red: at('red'), green: at('green'), blue: at('blue'), alpha: 1 })
}

export function hue(color: string): number {
  const [, a, b] = toOklab(parse(color))
  return (Math.atan2(b, a) * 180) / Math.PI
}

export function hueDistance(one: string, two: string): number {
  const apart = Math.abs(hue(one) - hue(two)) % 360
  return Math.min(apart, 360 - apart)
}

const luminance = ({ red, green, blue }: Color) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Returns the WCAG 2.2 contrast of two opaque colors, from 1 to 21. */
export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(two))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
