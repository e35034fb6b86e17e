import { expect, test } from 'vitest'
import { downloadsOf, extensionOf, fileNameOf } from './downloads.ts'

test('names files after their title, without what file systems refuse', () => {
  expect(fileNameOf('Travel: a/b "c"?', '.md')).toBe('Travel a b c.md')
  expect(fileNameOf('سياسة السفر', '.docx')).toBe('سياسة السفر.docx')
  expect(fileNameOf(' .. ', '.csv')).toBe('document.csv')
  expect(fileNameOf('a'.repeat(300), '.md')).toHaveLength(103)
})

test('knows the extension of code', () => {
  expect(['python', 'TypeScript', 'go', 'c++', '', 'a language'].map(extensionOf)).toEqual([
    '.py',
    '.ts',
    '.go',
    '.cpp',
    '.txt',
    '.txt',
  ])
})

test('offers the files of each kind', () => {
  const keys = (kind: 'Text' | 'Table' | 'Code' | 'Html') =>
    downloadsOf({ kind, language: 'python' }).map(({ key }) => key)
  expect([keys('Text'), keys('Table'), keys('Code'), keys('Html')]).toEqual([
    ['md', 'docx'],
    ['csv', 'docx'],
    ['code', 'docx'],
    ['html'],
  ])
})
