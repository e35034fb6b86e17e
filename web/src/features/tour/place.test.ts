import { describe, expect, it } from 'vitest'
import { measures, tooltipWidth } from './measures.ts'
import { holePath, placeTooltip, spotlightOf } from './place.ts'

const screen = { width: 1440, height: 900 }
const tooltip = { width: 380, height: 150 }

describe('the dimensions of the tour', () => {
  it('[R-9-041] [R-9-042] [R-9-043] [R-9-046] match the specification', () => {
    expect(measures).toMatchObject({ scrollOffset: 20, scrollMs: 300, spotlightPadding: 10, zIndex: 10_000 })
  })

  it('[R-9-044] [R-9-045] the tooltip is 380 wide, or on a narrow screen the window width minus 30', () => {
    expect(tooltipWidth(1440)).toBe(380)
    expect(tooltipWidth(410)).toBe(380)
    expect(tooltipWidth(390)).toBe(360)
    expect(tooltipWidth(320)).toBe(290)
  })
})

describe('placement', () => {
  it('highlights the target with its padding, clipped to the window', () => {
    expect(spotlightOf({ x: 100, y: 50, width: 40, height: 20 }, screen)).toEqual({
      x: 90,
      y: 40,
      width: 60,
      height: 40,
    })
    expect(spotlightOf({ x: 0, y: 800, width: 40, height: 500 }, screen)).toEqual({
      x: 0,
      y: 790,
      width: 50,
      height: 110,
    })
  })

  it('uses the preferred side, mirrored in RTL', () => {
    const spotlight = { x: 500, y: 400, width: 100, height: 40 }
    expect(placeTooltip(spotlight, tooltip, screen, 'top', false)).toEqual({ x: 360, y: 238 })
    expect(placeTooltip(spotlight, tooltip, screen, 'bottom', false)).toEqual({ x: 360, y: 452 })
    expect(placeTooltip(spotlight, tooltip, screen, 'end', false).x).toBe(612)
    expect(placeTooltip(spotlight, tooltip, screen, 'end', true).x).toBe(108)
    expect(placeTooltip(spotlight, tooltip, screen, 'start', true).x).toBe(612)
    expect(placeTooltip(spotlight, tooltip, screen, 'center', false)).toEqual({ x: 530, y: 375 })
  })

  it('uses a side with room, and never crosses the window edge', () => {
    const top = { x: 0, y: 0, width: 240, height: 50 }
    expect(placeTooltip(top, tooltip, screen, 'top', false)).toEqual({ x: 15, y: 62 })
    const phone = { width: 390, height: 844 }
    const narrow = { width: 360, height: 180 }
    const drawer = { x: 0, y: 200, width: 290, height: 200 }
    expect(placeTooltip(drawer, narrow, phone, 'end', false)).toEqual({ x: 15, y: 412 })
    const all = { x: 0, y: 0, width: 390, height: 844 }
    expect(placeTooltip(all, narrow, phone, 'end', false)).toEqual({ x: 15, y: 332 })
  })

  it('cuts the spotlight out of the overlay', () => {
    expect(holePath({ x: 10, y: 20, width: 100, height: 50 })).toMatch(
      /^path\(evenodd, "M0 0H99999V99999H0zM18 20h84/,
    )
  })
})
