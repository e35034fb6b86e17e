import { expect, it } from 'vitest'
import { differ, inputOf, redone, type Share } from './shareRows.ts'

const ada = (right: Share['right'] = 'Use'): Share => ({ userId: 'a', groupId: null, right, name: 'Ada' })
const ben = (right: Share['right'] = 'Use'): Share => ({ userId: 'b', groupId: null, right, name: 'Ben' })
const care = (right: Share['right'] = 'Use'): Share => ({ userId: null, groupId: 'a', right, name: null })

it('a share is with a person or with a group, which may have the same id', () => {
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

it('what was changed is changed once more where somebody else was faster, and theirs stays', () => {
  // Added here and there.
  expect(redone([], [ada()], [ben()])).toEqual([ben(), ada()])
  // Taken away here, another right there.
  expect(redone([ada(), ben()], [ben()], [ada('Edit'), ben('Edit')])).toEqual([ben('Edit')])
  // Taken away there, and left as it was here.
  expect(redone([ada(), ben()], [ada(), ben('Edit')], [ben()])).toEqual([ben('Edit')])
  expect(redone([ada(), ben()], [ada(), ben(), care()], [])).toEqual([care()])
})
