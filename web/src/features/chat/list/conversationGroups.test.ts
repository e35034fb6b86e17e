import { describe, expect, it } from 'vitest'
import type { Conversation } from '../../chatModel/api.ts'
import { conversationGroups } from './conversationGroups.ts'

const now = new Date(2026, 10, 21, 9, 0)
const at = (...moment: [number, number, number, number?]) =>
  ({
    conversationId: moment.join('-'),
    lastActivityAt: new Date(...(moment as [number, number, number])).toISOString(),
  }) as Conversation
const titles = (conversations: Conversation[]) =>
  conversationGroups(conversations, now).map((group) => [group.title, group.conversations.length])

describe('conversation groups', () => {
  it.each([
    ['today', at(2026, 10, 21, 8), 'Today'],
    ['yesterday', at(2026, 10, 20, 1), 'Yesterday'],
    ['the week before', at(2026, 10, 17), 'Previous 7 Days'],
    ['the month before', at(2026, 10, 3), 'Previous 30 Days'],
  ])('[R-2-098][R-2-099][R-2-100][R-2-101] are days: %s', (_when, conversation, title) => {
    expect(titles([conversation])).toEqual([[title, 1]])
  })

  it.each([
    ['two days ago', at(2026, 10, 19), 'Previous 7 Days'],
    ['seven days ago', at(2026, 10, 14), 'Previous 7 Days'],
    ['eight days ago', at(2026, 10, 13), 'Previous 30 Days'],
    ['thirty days ago', at(2026, 9, 22), 'Previous 30 Days'],
    ['thirty-one days ago', at(2026, 9, 21), 'October'],
  ])('[R-9-017] end at 7 and 30 days: %s', (_when, conversation, title) => {
    expect(titles([conversation])).toEqual([[title, 1]])
  })

  it.each([
    ['in January', at(2026, 0, 1), 'January'],
    ['on the last day of last year', at(2025, 11, 31), '2025'],
    ['years ago', at(2019, 6, 1), '2019'],
  ])('[R-2-102][R-2-103] are months of this year and earlier years: %s', (_when, conversation, title) => {
    expect(titles([conversation])).toEqual([[title, 1]])
  })

  it('[R-2-104] are ordered by days, months of this year, then years, newest first', () => {
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

  it('[R-2-104] change at the viewer’s midnight, not after 24 hours', () => {
    expect(titles([at(2026, 10, 20, 23), at(2026, 10, 21, 0)])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
    ])
  })

  it('treat a clock that is slightly ahead as today', () => {
    expect(titles([at(2026, 10, 21, 10)])).toEqual([['Today', 1]])
  })
})
