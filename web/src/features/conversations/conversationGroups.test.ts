import { describe, expect, it } from 'vitest'
import type { Conversation } from './api.ts'
import { conversationGroups } from './conversationGroups.ts'

const now = new Date(2026, 10, 21, 9, 0)
const at = (...moment: [number, number, number, number?]) =>
  ({
    conversationId: moment.join('-'),
    lastActivityAt: new Date(...(moment as [number, number, number])).toISOString(),
  }) as Conversation
const titles = (conversations: Conversation[]) =>
  conversationGroups(conversations, now).map((group) => [group.title, group.conversations.length])

describe('the groups of conversations', () => {
  it.each([
    ['[R-2-098] today', at(2026, 10, 21, 8), 'Today'],
    ['[R-2-099] yesterday', at(2026, 10, 20, 1), 'Yesterday'],
    ['[R-2-100][R-9-017] two days ago', at(2026, 10, 19), 'Previous 7 Days'],
    ['[R-2-100][R-9-017] seven days ago', at(2026, 10, 14), 'Previous 7 Days'],
    ['[R-2-101][R-9-017] eight days ago', at(2026, 10, 13), 'Previous 30 Days'],
    ['[R-2-101][R-9-017] thirty days ago', at(2026, 9, 22), 'Previous 30 Days'],
    ['[R-2-102][R-9-017] thirty-one days ago', at(2026, 9, 21), 'October'],
    ['[R-2-102] in January', at(2026, 0, 1), 'January'],
    ['[R-2-103] on the last day of last year', at(2025, 11, 31), '2025'],
    ['[R-2-103] years ago', at(2019, 6, 1), '2019'],
  ])('%s', (_when, conversation, title) => {
    expect(titles([conversation])).toEqual([[title, 1]])
  })

  it('[R-2-104] are days, then months of this year, then years, the newest first', () => {
    expect(
      titles([
        at(2024, 5, 1),
        at(2026, 10, 21, 8),
        at(2026, 10, 20, 23),
        at(2026, 10, 19),
        at(2026, 10, 14),
        at(2026, 10, 13),
        at(2026, 9, 22),
        at(2026, 9, 21),
        at(2026, 8, 3),
        at(2025, 11, 31),
        at(2026, 10, 21, 1),
      ]),
    ).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Previous 7 Days', 2],
      ['Previous 30 Days', 2],
      ['October', 1],
      ['September', 1],
      ['2025', 1],
      ['2024', 1],
    ])
  })

  it('[R-2-104] go by the viewer’s midnight, not by 24 hours', () => {
    expect(titles([at(2026, 10, 20, 23), at(2026, 10, 21, 0)])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
    ])
  })

  it('take a clock that is a little ahead for today', () => {
    expect(titles([at(2026, 10, 21, 10)])).toEqual([['Today', 1]])
  })
})
