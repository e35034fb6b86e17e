import { expect, it } from 'vitest'
import { exportFileName } from './exportFile.ts'

it('[R-5-014] names the exported file after the title', () => {
  expect(exportFileName('Tower of Vela', 'txt')).toBe('Tower of Vela.txt')
  expect(exportFileName('برج فيلا', 'json')).toBe('برج فيلا.json')
})

it('[R-5-015] removes characters that file systems don’t allow, and uses conversation if nothing is left', () => {
  expect(exportFileName('a<b>c:d"e/f\\g|h?i*j', 'txt')).toBe('abcdefghij.txt')
  expect(exportFileName(' <>:"/\\|?* ', 'txt')).toBe('conversation.txt')
  expect(exportFileName('a\u0000\u001fb\nc', 'md')).toBe('abc.md')
  expect(exportFileName('../../etc/passwd', 'txt')).toBe('....etcpasswd.txt')
})
