/**
 * The color pairs for agents without a picture, as classes, because style attributes can't carry colors here.
 */
const colors = ['p', 's', 'i', 'ok', 'w'] as const
/** A quarter circle in each of the four corners of its square. */
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

/** The square that contains an identicon: its quarters are 20 wide, plus a margin. */
export const identiconBox = { from: -3, size: 26 } as const

export interface Identicon {
  color: (typeof colors)[number]
  quarters: { x: number; y: number; path: string; tone: 'a' | 'b' }[]
}

/**
 * Returns a stable number for an ID. IDs created on the same day differ little, so the last step spreads the
 * difference over all bits.
 */
function hashOf(id: string): number {
  let hash = 2166136261
  for (const character of id) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns four quarter circles in one of the brand's colors, always the same for an ID. */
export function identiconOf(id: string): Identicon {
  const hash = hashOf(id)
  return {
    color: colors[hash % colors.length]!,
    quarters: places.map(([x, y], index) => ({
      x,
      y,
      path: quarters[(hash >>> (3 + index * 2)) & 3]!,
      tone: (hash >>> (12 + index)) & 1 ? 'a' : 'b',
    })),
  }
}
