import { describe, expect, it } from 'vitest'
import { errorsOf, inputOf, valuesOf, withMode } from './complianceForm.ts'
import { complianceTexts } from './lang/en.ts'

const t = complianceTexts.text
const off = {
  mode: 'Off',
  retentionDays: null,
  deletedRetentionDays: 30,
  redactsForProviders: false,
} as const

describe('compliance settings', () => {
  it('come back as they were', () => {
    for (const settings of [off, { ...off, mode: 'Strict', retentionDays: 90 } as const])
      expect(inputOf(valuesOf(settings))).toEqual(settings)
  })

  it('propose a year for a mode that needs a number, and keep one that was entered', () => {
    expect(withMode(valuesOf(off), 'Standard').retentionDays).toBe('365')
    expect(withMode({ ...valuesOf(off), retentionDays: '90' }, 'Strict').retentionDays).toBe('90')
    expect(withMode(valuesOf(off), 'Off').retentionDays).toBe('')
  })

  it('need whole numbers within bounds, and none for retention in the mode Off', () => {
    expect(errorsOf(valuesOf(off), t)).toEqual({})
    expect(Object.keys(errorsOf({ ...valuesOf(off), mode: 'Standard' }, t))).toEqual(['retentionDays'])
    for (const retentionDays of ['0', '3651', '1.5', '-3', 'a year', '1e3'])
      expect(Object.keys(errorsOf({ ...valuesOf(off), retentionDays }, t))).toEqual(['retentionDays'])
    for (const deletedRetentionDays of ['', '0', '366'])
      expect(Object.keys(errorsOf({ ...valuesOf(off), deletedRetentionDays }, t))).toEqual([
        'deletedRetentionDays',
      ])
    expect(errorsOf({ ...valuesOf(off), retentionDays: ' 3650 ', deletedRetentionDays: '365' }, t)).toEqual(
      {},
    )
  })
})
