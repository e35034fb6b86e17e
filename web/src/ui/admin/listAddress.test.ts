import { expect, it } from 'vitest'
import { directionOfSort, nextSort, readAddress, withAddress } from './listAddress.ts'

const sorts = ['name', 'updatedAt']
const read = (query: string) => readAddress(new URLSearchParams(query), sorts, 'name')

it('reads the list’s state from the URL, and uses the default order for an unknown one', () => {
  expect(read('')).toEqual({ search: '', sort: 'name' })
  expect(read('search=a%20b&sort=-updatedAt')).toEqual({ search: 'a b', sort: '-updatedAt' })
  expect(read('sort=drop%20table').sort).toBe('name')
  expect(read('sort=--name').sort).toBe('name')
})

it('omits defaults from the URL, and keeps other parameters', () => {
  const params = new URLSearchParams('tab=x&search=old')
  expect(`${withAddress(params, { sort: '-name' }, 'name')}`).toBe('tab=x&search=old&sort=-name')
  expect(`${withAddress(params, { search: '', sort: 'name' }, 'name')}`).toBe('tab=x')
})

it('a click on a column header sorts by it, and a second click reverses the order', () => {
  expect(nextSort('name', 'updatedAt')).toBe('updatedAt')
  expect(nextSort('updatedAt', 'updatedAt')).toBe('-updatedAt')
  expect(nextSort('-updatedAt', 'updatedAt')).toBe('updatedAt')
  expect(['name', '-name', 'updatedAt'].map((sort) => directionOfSort(sort, 'name'))).toEqual([
    'ascending',
    'descending',
    'none',
  ])
})
