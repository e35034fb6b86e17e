import { describe, expect, it } from 'vitest'
import { defaultBrand } from './brand.ts'
import { contrast, mix } from './color.ts'
import { gradient, gradientPoints, theme } from './theme.ts'

const light = theme(defaultBrand, 'light')
const dark = theme(defaultBrand, 'dark')
const measured = (one: string | undefined, two: string | undefined) => contrast(one ?? '', two ?? '')

describe('the derived theme', () => {
  it.each([
    ['text', 'bg', 17.3, 14.7],
    ['text-2', 'bg', 7.8, 7.5],
    ['text-2', 'menu-bg', 7.2, 8.0],
    ['text-3', 'bg', 5.8, 5.8],
    ['text-3', 'sunken', 5.0, 6.1],
    ['link', 'bg', 6.3, 7.9],
    ['line-strong', 'bg', 3.9, 3.8],
  ])('%s on %s has the contrast specified by the design', (one, two, inLight, inDark) => {
    expect(measured(light[one], light[two])).toBeCloseTo(inLight, 0)
    expect(measured(dark[one], dark[two])).toBeCloseTo(inDark, 0)
    expect(Math.abs(measured(light[one], light[two]) - inLight)).toBeLessThan(0.2)
    expect(Math.abs(measured(dark[one], dark[two]) - inDark)).toBeLessThan(0.2)
  })

  it.each(['ok', 'w', 'e', 'i', 's'])('status chip %s is legible in both modes', (name) => {
    expect(measured(light[`${name}-tx`], light[`${name}-bg`])).toBeGreaterThan(5.25)
    expect(measured(dark[`${name}-tx`], dark[`${name}-bg`])).toBeGreaterThanOrEqual(6.9)
  })

  it('mixes as CSS color-mix(in oklab) does', () => {
    // Values painted by Chromium on a canvas.
    expect(mix('#6a3de0', 50, '#ffffff')).toBe('#ada4f5')
    expect(mix('#ff0000', 50, '#0000ff')).toBe('#8c53a2')
    expect(mix('#6a3de0', 2.5, '#fafafa')).toBe('#f6f6fa')
    expect(mix('#24105e', 11, '#ffffff')).toBe('#e3e3ed')
  })

  it('[R-4-115] has the modes light and dark, which differ in every surface and set color-scheme', () => {
    for (const name of ['bg', 'canvas', 'sunken', 'raised', 'text']) expect(light[name]).not.toBe(dark[name])
    expect([light['color-scheme'], dark['color-scheme']]).toEqual(['light', 'dark'])
  })

  it('bold uses field borders for hairlines, and secondary text for tertiary text', () => {
    const bold = theme(defaultBrand, 'light', 'bold')
    expect(bold.line).toBe(light['line-strong'])
    expect(bold['text-3']).toBe(light['text-2'])
  })
})

describe('the gradient', () => {
  it('keeps white text legible along its whole length', () => {
    const { primary, secondary } = defaultBrand
    const points = gradientPoints(primary.dark, primary.main, mix(primary.main, 55, secondary.main))
    const lowest = Math.min(...points.map((color) => contrast(color, '#ffffff')))
    expect(lowest).toBeGreaterThan(5.3)
    expect(gradient(defaultBrand)).toMatch(/^linear-gradient\(105deg/)
  })

  it('is flat if a brand turns it off, or if its text would be hard to read', () => {
    expect(gradient({ ...defaultBrand, useGradientButtons: false })).toBe('linear-gradient(#6a3de0, #6a3de0)')
    const pale = { ...defaultBrand, primary: { ...defaultBrand.primary, dark: '#d8c8ff' } }
    expect(gradient(pale)).toBe('linear-gradient(#6a3de0, #6a3de0)')
  })

  it('stays in the primary hue if the secondary is over 90 degrees away', () => {
    const far = { ...defaultBrand, secondary: { ...defaultBrand.secondary, main: '#1a8049' } }
    expect(gradient(far)).toContain(mix('#6a3de0', 80, '#b7a0f5'))
  })
})
