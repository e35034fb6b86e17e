import { expect, test } from 'vitest'
import type { AgentVersion } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { blankRun, firstVersion, runErrors, runInput } from './runForm.ts'

const t = testsTexts.text
const version = (gptSystemConfigurationStateId: string, status: AgentVersion['status']) =>
  ({ gptSystemConfigurationStateId, status }) as AgentVersion

test('the draft is tested first, or else the published version', () => {
  const [draft, published, earlier] = [version('d', 'Draft'), version('p', 'Published'), version('e', 'Past')]
  expect(firstVersion([earlier, published, draft])).toBe('d')
  expect(firstVersion([earlier, published])).toBe('p')
  expect(firstVersion([earlier])).toBe('e')
  expect(firstVersion([])).toBe('')
})

test('empty options keep those of the version', () => {
  const options = { gptSystemConfigurationStateId: 's', costCeilingUsd: null, temperature: null, seed: null }
  expect(runInput(blankRun('s'))).toEqual({ ...options, repeats: 1 })
  const typed = { ...blankRun('s'), repeats: '3', costCeilingUsd: ' 0.5 ', temperature: '0', seed: '7' }
  expect(runInput(typed)).toEqual({ ...options, repeats: 3, costCeilingUsd: 0.5, temperature: 0, seed: 7 })
})

test.each([
  ['costCeilingUsd', '-1'],
  ['costCeilingUsd', 'two'],
  ['temperature', '2.1'],
  ['seed', '1.5'],
  ['seed', '2147483648'],
])('%s can’t be %s', (field, value) => {
  expect(Object.keys(runErrors({ ...blankRun('s'), [field]: value }, t))).toEqual([field])
})
