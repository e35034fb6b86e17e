// @vitest-environment happy-dom
import { limits } from '@parlance/contract/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Call, fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import { CustomInstructionsSettings } from './CustomInstructionsSettings.tsx'
import type { CustomInstructions } from './data/api.ts'

const path = '/currentUser/customInstructions'
const ABOUT = 'What should agents know about you?'
let stored: CustomInstructions
let sent: Call[]

beforeEach(() => {
  stored = { enabled: true, about: '', style: '', version: 0, updatedAt: null }
  sent = []
})

async function open(replies: Replies = {}) {
  fakeReplies({
    [`GET ${path}`]: () => json(stored),
    [`PUT ${path}`]: (call) => {
      sent.push(call)
      stored = { ...stored, ...(JSON.parse(call.body ?? '{}') as object), version: stored.version + 1 }
      return json(stored)
    },
    ...replies,
  })
  show(<CustomInstructionsSettings />)
  await press('button', 'Edit custom instructions')
  await until(() => void get('dialog', 'Custom instructions'))
}

describe('custom instructions', () => {
  it('are written in the settings, which then say that they are on', async () => {
    await open()
    type(get('textbox', ABOUT), 'I run the harbor.')
    await press('button', 'Save')
    await untilShown('Custom instructions saved')
    await until(() => expect(all('dialog')).toEqual([]))
    expect(stored).toMatchObject({ enabled: true, about: 'I run the harbor.', style: '' })
    expect(sent[0]?.headers['if-match']).toBe('"0"')
    await until(() => expect(document.body.textContent).not.toContain('Nothing written yet'))
  })

  it('are turned off without deleting them', async () => {
    stored = { ...stored, about: 'I run the harbor.', version: 3 }
    await open()
    await press('switch', 'Use custom instructions')
    await press('button', 'Save')
    await until(() => expect(stored).toMatchObject({ enabled: false, about: 'I run the harbor.' }))
    await untilShown('Off')
  })

  it('that are too long say so and stay, and aren’t sent', async () => {
    await open()
    type(get('textbox', ABOUT), 'x'.repeat(limits.customInstructions + 1))
    await press('button', 'Save')
    expect(document.body.textContent).toContain('This text has 4,001 characters. Shorten it to 4,000.')
    expect(sent).toEqual([])
    type(get('textbox', ABOUT), 'x'.repeat(limits.customInstructions))
    await press('button', 'Save')
    await untilShown('Custom instructions saved')
  })

  it('that another window changed are replaced only once that is confirmed', async () => {
    let isStale = true
    await open({
      [`PUT ${path}`]: (call) => {
        sent.push(call)
        if (!isStale) return json({ ...stored, ...(JSON.parse(call.body ?? '{}') as object), version: 8 })
        isStale = false
        return problem(412, 'request.stale', { current: { ...stored, about: 'Others', version: 7 } })
      },
    })
    type(get('textbox', ABOUT), 'Mine')
    await press('button', 'Save')
    await untilShown('changed in another window')
    expect(textIn(get('textbox', ABOUT))).toBe('Mine')
    await press('button', 'Save')
    await untilShown('Custom instructions saved')
    expect(sent.map(({ headers }) => headers['if-match'])).toEqual(['"0"', '"7"'])
  })
})
