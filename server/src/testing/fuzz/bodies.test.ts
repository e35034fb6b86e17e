import { contract } from '@parlance/contract/index'
import { describe, expect, test } from 'vitest'
import { bodyOf } from './bodies.ts'

const question = { input: { question: 'How tall is it?', parentSegmentId: null } }
const file = { file: { name: 'a.txt', text: 'A sentence about lighthouses.' } }

describe('bodies', () => {
  test.each([
    ['of JSON', contract.conversations.addSegment, question],
    ['of forms', contract.attachments.upload, file],
  ])('%s are the same for the same seed and turn, and different for others', (_what, endpoint, one) => {
    const bytes = (seed: number, turn: number) => {
      const { what, type, pieces } = bodyOf({ seed, name: 'call', turn }, endpoint as never, one, 0)
      return `${what} ${type} ${Buffer.concat(pieces).toString('base64')}`
    }
    const first = Array.from({ length: 200 }, (_, turn) => bytes(1, turn))
    expect(Array.from({ length: 200 }, (_, turn) => bytes(1, turn))).toEqual(first)
    expect(new Set(first).size).toBeGreaterThan(100)
    expect(first.filter((body, turn) => body === bytes(2, turn)).length).toBeLessThan(20)
  })
})
