import { expect, it } from 'vitest'
import { directionOfSort, nextSort, readAddress, withAddress } from './listAddress.ts'

const sorts = ['name', 'updatedAt']
const read = (query: string) => readAddress(new URLSearchParams(query), sorts, 'name')

it('a list is read from its address; an order that it does not know is the usual one', () => {
  expect(read('')).toEqual({ search: '', sort: 'name' })
  expect(read('search=a%20b&sort=-updatedAt')).toEqual({ search: 'a b', sort: '-updatedAt' })
  expect(read('sort=drop%20table').sort).toBe('name')
  expect(read('sort=--name').sort).toBe('name')
})

it('what is as usual does not stand in the address, and what else stands there stays', () => {
  const params = new URLSearchParams('tab=x&search=old')
  expect(`${withAddress(params, { sort: '-name' }, 'name')}`).toBe('tab=x&search=old&sort=-name')
  expect(`${withAddress(params, { search: '', sort: 'name' }, 'name')}`).toBe('tab=x')
})

it("a press on a column's head orders by it, a second one turns the order round", () => {
  expect(nextSort('name', 'updatedAt')).toBe('updatedAt')
  expect(nextSort('updatedAt', 'updatedAt')).toBe('-updatedAt')
  expect(nextSort('-updatedAt', 'updatedAt')).toBe('updatedAt')
  expect(['name', '-name', 'updatedAt'].map((sort) => directionOfSort(sort, 'name'))).toEqual([
    'ascending',
    'descending',
    'none',
  ])
})
