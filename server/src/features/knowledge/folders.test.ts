import { expect, test } from 'vitest'
import { folderLimitsOf, isInFolders } from './folders.ts'

test('a folder includes the folders in it, but not those whose name only begins alike', () => {
  expect(isInFolders('Contracts', ['Contracts'])).toBe(true)
  expect(isInFolders('Contracts/2026', ['Contracts'])).toBe(true)
  expect(isInFolders('Contracts old', ['Contracts'])).toBe(false)
  expect(isInFolders('Archive/Contracts', ['Contracts'])).toBe(false)
})

test('the top of a library includes no folders', () => {
  expect(isInFolders('', [''])).toBe(true)
  expect(isInFolders('Contracts', [''])).toBe(false)
})

test('without folders, nothing is limited', () => {
  expect(isInFolders('Contracts', [])).toBe(true)
  expect(isInFolders('Contracts', undefined)).toBe(true)
  expect([...folderLimitsOf([{ dataSourceId: 'a', folders: [] }])]).toEqual([])
})
