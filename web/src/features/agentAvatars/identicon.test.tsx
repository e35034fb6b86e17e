import { client } from '@parlance/contract/limits'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Identicon } from './Identicon.tsx'
import { identiconOf } from './identiconShape.ts'

const ids = Array.from({ length: 400 }, (_, number) => `00000000-0000-7000-8000-${1000 + number}`)

describe('agent identicon', () => {
  it('[R-9-020] is 24 wide and high by default', () => {
    expect(client.identiconPx).toBe(24)
    const drawn = renderToStaticMarkup(<Identicon id={ids[0]!} />)
    expect(drawn).toMatch(/^<svg [^>]*width="24" height="24"/)
    expect(drawn).toContain('aria-hidden="true"')
  })

  it('is always the same for an ID, and rarely matches another ID’s', () => {
    expect(identiconOf(ids[7]!)).toEqual(identiconOf(ids[7]!))
    expect(new Set(ids.map((id) => JSON.stringify(identiconOf(id)))).size).toBeGreaterThan(388)
  })

  it('uses each of the brand’s colors, by class and never by value', () => {
    expect(new Set(ids.map((id) => identiconOf(id).color)).size).toBe(5)
    expect(renderToStaticMarkup(<Identicon id={ids[3]!} />)).not.toMatch(/#|rgb|style=/)
  })

  it('fills its four squares with one quarter circle each', () => {
    for (const id of ids.slice(0, 20)) {
      const { quarters } = identiconOf(id)
      expect(quarters.map(({ x, y }) => `${x} ${y}`)).toEqual(['0 0', '10 0', '0 10', '10 10'])
      for (const { path } of quarters) expect(path).toMatch(/^M\d+ \d+/)
    }
  })
})
