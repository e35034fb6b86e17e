import { expect, it } from 'vitest'
import { exportFileName } from './exportFile.ts'

it('[R-5-014] the exported file is called by the title', () => {
  expect(exportFileName('Tower of Vela', 'txt')).toBe('Tower of Vela.txt')
  expect(exportFileName('برج فيلا', 'json')).toBe('برج فيلا.json')
})

it('[R-5-015] what file systems do not take is removed; where nothing is left it is conversation', () => {
  expect(exportFileName('a<b>c:d"e/f\\g|h?i*j', 'txt')).toBe('abcdefghij.txt')
  expect(exportFileName(' <>:"/\\|?* ', 'txt')).toBe('conversation.txt')
  expect(exportFileName('a\u0000\u001fb\nc', 'md')).toBe('abc.md')
  expect(exportFileName('../../etc/passwd', 'txt')).toBe('....etcpasswd.txt')
})
