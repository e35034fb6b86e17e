/** The colour pairs of agents without a picture, as classes: a page may not carry colours in style attributes. */
const colours = ['p', 's', 'i', 'ok', 'w'] as const
/** A quarter circle in each of the four corners of its own square. */
const quarters = [
  'M0 10h10a10 10 0 0 0-10-10z',
  'M0 0v10a10 10 0 0 0 10-10z',
  'M0 0a10 10 0 0 0 10 10v-10z',
  'M10 0a10 10 0 0 0-10 10h10z',
] as const
const places = [
  [0, 0],
  [10, 0],
  [0, 10],
  [10, 10],
] as const

/** The square that an identicon is drawn in: its quarters are 20 wide, with a margin around them. */
export const identiconBox = { from: -3, size: 26 } as const

export interface Identicon {
  colour: (typeof colours)[number]
  quarters: { x: number; y: number; path: string; tone: 'a' | 'b' }[]
}

/** A number that is always the same for an id. Ids of one day differ little: the end spreads that over all bits. */
function hashOf(id: string): number {
  let hash = 2166136261
  for (const character of id) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Four quarter circles in one of the brand's colours, always the same for an id. */
export function identiconOf(id: string): Identicon {
  const hash = hashOf(id)
  return {
    colour: colours[hash % colours.length]!,
    quarters: places.map(([x, y], index) => ({
      x,
      y,
      path: quarters[(hash >>> (3 + index * 2)) & 3]!,
      tone: (hash >>> (12 + index)) & 1 ? 'a' : 'b',
    })),
  }
}
