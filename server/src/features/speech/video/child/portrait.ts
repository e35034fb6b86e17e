import type { Mouth } from './mouth.ts'

/** The video’s size. Video needs even numbers. */
export const WIDTH = 320
export const HEIGHT = 240

/** The brand’s colors that the picture is drawn in, as #rrggbb. */
export interface Palette {
  light: string
  main: string
  dark: string
  darker: string
}

/** The place of a drawing within the video. */
export interface Place {
  left: number
  top: number
  width: number
  height: number
}

export const mouthPlace: Place = { left: 132, top: 134, width: 56, height: 42 }
export const eyesPlace: Place = { left: 106, top: 82, width: 108, height: 40 }

/** Mouths are drawn in this many steps, for each of `open` and `wide`. */
export const OPEN_STEPS = 7
export const WIDE_STEPS = 5
/** Eyes from open to closed. */
export const EYE_STEPS = 3

const SKIN = '#f2c6a4'
const SKIN_SHADE = '#e2a983'
const HAIR = '#3b2a2f'
const HAIR_LIGHT = '#5a4148'

const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`

/** Where the brand’s picture hangs. */
export const picturePlace: Place = { left: 22, top: 24, width: 60, height: 60 }

/** Everything that doesn’t move: the wall, and the shoulders. */
export function sceneSvg({ light, main, dark, darker }: Palette, hasPicture: boolean): string {
  const { left, top, width } = picturePlace
  const middle = { x: left + width / 2, y: top + width / 2 }
  return svg(
    WIDTH,
    HEIGHT,
    `<defs>
      <radialGradient id="wall" cx="0.5" cy="0.42" r="0.75">
        <stop offset="0" stop-color="${light}" stop-opacity="0.62"/><stop offset="1" stop-color="${main}" stop-opacity="0.9"/>
      </radialGradient>
      <linearGradient id="knit" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${darker}"/>
      </linearGradient>
    </defs>
    <rect width="320" height="240" fill="#fff"/><rect width="320" height="240" fill="url(#wall)"/>
    <circle cx="286" cy="40" r="54" fill="#fff" opacity="0.1"/><circle cx="30" cy="206" r="70" fill="#fff" opacity="0.09"/>
    ${
      hasPicture
        ? `<circle cx="${middle.x}" cy="${middle.y + 2}" r="34" fill="${darker}" opacity="0.25"/>
          <circle cx="${middle.x}" cy="${middle.y}" r="33" fill="#fff"/>`
        : ''
    }
    <path d="M70 240 C74 208 104 200 132 193 L188 193 C216 200 246 208 250 240 Z" fill="url(#knit)"/>
    <path d="M138 176 L182 176 L184 198 C176 212 144 212 136 198 Z" fill="${SKIN_SHADE}"/>
    <path d="M130 193 C136 214 184 214 190 193 L197 196 C192 225 128 225 123 196 Z" fill="${dark}"/>
    <path d="M130 193 C136 214 184 214 190 193 L192 194 C187 218 133 218 128 194 Z" fill="#fff" opacity="0.16"/>`,
  )
}

/** The head, without eyes and mouth. */
export const headSvg = (): string =>
  svg(
    WIDTH,
    HEIGHT,
    `<defs>
      <linearGradient id="skin" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#f8d4b6"/><stop offset="0.75" stop-color="${SKIN}"/><stop offset="1" stop-color="${SKIN_SHADE}"/>
      </linearGradient>
      <linearGradient id="hair" x1="0" y1="0" x2="0.6" y2="1">
        <stop offset="0" stop-color="${HAIR_LIGHT}"/><stop offset="1" stop-color="${HAIR}"/>
      </linearGradient>
      <radialGradient id="blush"><stop offset="0" stop-color="#ec7f6d" stop-opacity="0.42"/><stop offset="1" stop-color="#ec7f6d" stop-opacity="0"/></radialGradient>
    </defs>
    <path d="M98 108 C88 52 122 26 162 27 C206 28 232 58 222 112 C222 140 218 158 208 168 L112 168 C102 156 98 138 98 108 Z" fill="url(#hair)"/>
    <ellipse cx="103" cy="119" rx="10" ry="14" fill="${SKIN_SHADE}"/><ellipse cx="217" cy="119" rx="10" ry="14" fill="${SKIN_SHADE}"/>
    <path d="M104 104 C104 70 126 54 160 54 C194 54 216 70 216 104 C216 150 196 188 160 188 C124 188 104 150 104 104 Z" fill="url(#skin)"/>
    <ellipse cx="122" cy="140" rx="15" ry="11" fill="url(#blush)"/><ellipse cx="198" cy="140" rx="15" ry="11" fill="url(#blush)"/>
    <path d="M101 106 C101 66 124 42 162 42 C200 42 220 68 219 106 C214 92 208 84 202 76 C186 84 150 84 132 70 C128 82 108 86 101 106 Z" fill="url(#hair)"/>
    <path d="M128 50 C146 40 178 40 194 52 C176 46 148 45 128 50 Z" fill="#8a6a70" opacity="0.55"/>
    <path d="M157 124 C155 131 157 134 163 133" fill="none" stroke="${SKIN_SHADE}" stroke-width="3" stroke-linecap="round"/>`,
  )

/** Both eyes with their brows; `shut` from 0 to 1. */
function eyes(shut: number): string {
  const [left, top] = [eyesPlace.left, eyesPlace.top]
  const eye = (x: number, side: number): string => {
    const y = 106 - top
    const cx = x - left
    const height = 9.5 * (1 - shut)
    const brow = `<path d="M${cx - 12} ${91 - top + shut * 1.5} Q${cx + side * 1.5} ${85 - top + shut * 2} ${cx + 12} ${91 - top + shut * 1.5}" fill="none" stroke="${HAIR}" stroke-width="3.6" stroke-linecap="round"/>`
    const lid = `<path d="M${cx - 10} ${y - height * 0.55 + shut * 2} Q${cx} ${y - height * 1.25 + shut * 5} ${cx + 10} ${y - height * 0.55 + shut * 2}" fill="none" stroke="#33222a" stroke-width="2.6" stroke-linecap="round"/>`
    if (shut >= 1) return brow + lid
    const id = `eye${side}${Math.round(shut * 10)}`
    return `${brow}<clipPath id="${id}"><ellipse cx="${cx}" cy="${y}" rx="10" ry="${height}"/></clipPath>
      <g clip-path="url(#${id})"><ellipse cx="${cx}" cy="${y}" rx="10" ry="9.5" fill="#fff"/>
      <circle cx="${cx}" cy="${y}" r="6.6" fill="#5b3a29"/><circle cx="${cx}" cy="${y}" r="3.6" fill="#1d1216"/>
      <circle cx="${cx + 2.4}" cy="${y - 2.6}" r="2.1" fill="#fff"/></g>${lid}`
  }
  return eye(138, -1) + eye(182, 1)
}

/** A mouth in the middle of its place. */
function mouth({ open, wide }: Mouth, id: string): string {
  const x = mouthPlace.width / 2
  const y = 16
  const half = 15 + wide * 5 - open * 1.5
  const lip = `stroke="#b5544c" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"`
  if (open < 0.06)
    return `<path d="M${x - half} ${y - 1} Q${x} ${y + 8 + wide} ${x + half} ${y - 1}" fill="none" ${lip}/>`
  const upper = y - 1 - open * 3.5
  const lower = y + 6 + open * 17
  const shape = `M${x - half} ${y} Q${x} ${upper - open * 2} ${x + half} ${y} Q${x + half * 0.72} ${lower} ${x} ${lower} Q${x - half * 0.72} ${lower} ${x - half} ${y} Z`
  const bottom = y + (lower - y) * 0.96
  return `<clipPath id="${id}"><path d="${shape}"/></clipPath>
    <path d="${shape}" fill="#6d2230"/>
    <g clip-path="url(#${id})">
      <ellipse cx="${x}" cy="${bottom}" rx="${half * 0.62}" ry="${3 + open * 6}" fill="#e0776f"/>
      ${wide > -0.6 ? `<rect x="${x - half * 0.8}" y="${upper - 4}" width="${half * 1.6}" height="${6 + open * 3}" rx="3" fill="#fff"/>` : ''}
    </g>
    <path d="${shape}" fill="none" ${lip}/>`
}

const openOf = (step: number): number => step / (OPEN_STEPS - 1)
const wideOf = (step: number): number => (step / (WIDE_STEPS - 1)) * 2 - 1

/** All mouths in one picture: one row for each `open`, one column for each `wide`. */
export function mouthsSvg(): string {
  const { width, height } = mouthPlace
  let drawn = ''
  for (let open = 0; open < OPEN_STEPS; open += 1)
    for (let wide = 0; wide < WIDE_STEPS; wide += 1)
      drawn += `<svg x="${wide * width}" y="${open * height}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${mouth({ open: openOf(open), wide: wideOf(wide) }, `mouth${open}-${wide}`)}</svg>`
  return svg(width * WIDE_STEPS, height * OPEN_STEPS, drawn)
}

/** All eyes in one picture, one below the other. */
export function eyesSvg(): string {
  const { width, height } = eyesPlace
  const drawn = Array.from(
    { length: EYE_STEPS },
    (_, step) =>
      `<svg y="${step * height}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${eyes(step / (EYE_STEPS - 1))}</svg>`,
  )
  return svg(width, height * EYE_STEPS, drawn.join(''))
}
