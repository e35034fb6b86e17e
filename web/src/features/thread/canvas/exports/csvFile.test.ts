import { expect, test } from 'vitest'
import { csvFileOf } from './csvFile.ts'

test('marks the file as UTF-8, and keeps cells from starting formulas', () => {
  expect(csvFileOf('=A1;-2\n"@SUM(A1)";-3,5\n+1;plain\n')).toBe(
    "\uFEFF'=A1,-2\r\n'@SUM(A1),\"'-3,5\"\r\n'+1,plain\r\n",
  )
  expect(csvFileOf('Größe,"a, ""b"""\n')).toBe('\uFEFFGröße,"a, ""b"""\r\n')
})
