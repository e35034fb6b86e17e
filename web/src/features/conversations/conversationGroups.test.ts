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
  it('are days, then months of this year, then years, the newest first', () => {
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

  it('go by the viewer’s midnight, not by 24 hours', () => {
    expect(titles([at(2026, 10, 20, 23), at(2026, 10, 21, 0)])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
    ])
  })

  it('take a clock that is a little ahead for today', () => {
    expect(titles([at(2026, 10, 21, 10)])).toEqual([['Today', 1]])
  })
})
