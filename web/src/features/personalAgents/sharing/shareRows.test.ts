import { expect, it } from 'vitest'
import { differ, inputOf, redone, type Share } from './shareRows.ts'

const ada = (right: Share['right'] = 'Use'): Share => ({ userId: 'a', groupId: null, right, name: 'Ada' })
const ben = (right: Share['right'] = 'Use'): Share => ({ userId: 'b', groupId: null, right, name: 'Ben' })
const care = (right: Share['right'] = 'Use'): Share => ({ userId: null, groupId: 'a', right, name: null })

it('a share is with a person or a group, even if both have the same ID', () => {
  expect([inputOf(ada()), inputOf(care('Edit'))]).toEqual([
    { userId: 'a', right: 'Use' },
    { groupId: 'a', right: 'Edit' },
  ])
  expect([differ([ada()], [care()]), differ([ada()], [ada('Edit')]), differ([ada()], [ada()])]).toEqual([
    true,
    true,
    false,
  ])
})

it('applies the user’s changes to shares that someone else has changed in the meantime', () => {
  // Added by both.
  expect(redone([], [ada()], [ben()])).toEqual([ben(), ada()])
  // Removed here, changed there.
  expect(redone([ada(), ben()], [ben()], [ada('Edit'), ben('Edit')])).toEqual([ben('Edit')])
  // Removed there, unchanged here.
  expect(redone([ada(), ben()], [ada(), ben('Edit')], [ben()])).toEqual([ben('Edit')])
  expect(redone([ada(), ben()], [ada(), ben(), care()], [])).toEqual([care()])
})
