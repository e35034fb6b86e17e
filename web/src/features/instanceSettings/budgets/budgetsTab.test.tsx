// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../../testing/screen.tsx'
import type { Budget } from '../data/budgetsApi.ts'
import { BudgetsTab } from './BudgetsTab.tsx'

const at = '2026-11-20T10:00:00.000Z'
const budget: Budget = {
  budgetId: 'b1',
  subject: { kind: 'Agent', gptSystemId: 'a1' },
  name: 'Helper',
  isDeleted: false,
  amountUsd: 250,
  usedUsd: 200.5,
  percent: 80,
  state: 'NearEnd',
  countedSince: null,
  version: 3,
  createdAt: at,
  updatedAt: at,
}
const path = '/budgets'
const replies = (given: Replies) =>
  fakeReplies({ '/currentUser/rolesWithResolvedActions': () => permitted('BrandsRead'), ...given })
const list = (...items: object[]) => json({ items })
const text = () => document.body.textContent

describe('budgets', () => {
  it('without any, say what they are for, and readers can’t add one', async () => {
    replies({ [path]: () => list() })
    show(<BudgetsTab readOnly />)
    await untilShown('No budgets yet.')
    expect(all('button')).toEqual([])
  })

  it('that can’t be loaded are loaded again on request', async () => {
    let works = false
    replies({ [path]: () => (works ? list(budget) : problem(500, 'server.failed')) })
    show(<BudgetsTab readOnly={false} />)
    await until(() => void get('button', 'Try again'))
    works = true
    await press('button', 'Try again')
    await untilShown('Helper')
  })

  it('lead to the first field with an error, and leave the focus where it is without one', async () => {
    replies({ [path]: () => list(budget), 'PUT /budgets/b1': () => problem(500, 'server.failed') })
    show(<BudgetsTab readOnly={false} />)
    await press('button', 'Change the budget of Helper')
    await until(() => void get('textbox', /^Amount per month/))
    const amount = get('textbox', /^Amount per month/)
    type(amount, 'much')
    const save = get('button', 'Save budget')
    act(() => save.focus())
    await press('button', 'Save budget')
    await until(() => expect(document.activeElement).toBe(amount))
    type(amount, '300')
    act(() => save.focus())
    await press('button', 'Save budget')
    await until(() => void get('alert'))
    expect(document.activeElement).toBe(save)
  })

  it('show the used share by a bar and a word, and readers can’t change them', async () => {
    replies({
      [path]: () =>
        list(
          budget,
          { ...budget, budgetId: 'b2', name: 'Over', usedUsd: 300, percent: 120, state: 'Used' },
          {
            ...budget,
            budgetId: 'b3',
            subject: { kind: 'Group', groupId: 'engineers' },
            name: null,
            usedUsd: 0,
            percent: 0,
            state: 'Within',
            countedSince: at,
          },
        ),
    })
    show(<BudgetsTab readOnly />)
    await untilShown('$200.50 of $250.00 used (80%)')
    expect(text()).toContain('Almost used up')
    expect(text()).toContain('$300.00 of $250.00 used (120%)')
    expect(text()).toContain('Counts usage since')
    await untilShown('engineers')
    const bars = [...document.querySelectorAll('progress')]
    expect(bars.map((bar) => [bar.getAttribute('value'), bar.dataset.state])).toEqual([
      ['80', 'NearEnd'],
      ['100', 'Used'],
      ['0', 'Within'],
    ])
    expect(all('button')).toEqual([])
  })

  it('of a deleted agent or brand can only be deleted', async () => {
    const { calls } = replies({
      [`GET ${path}`]: () =>
        list(
          { ...budget, name: null, isDeleted: true },
          {
            ...budget,
            budgetId: 'b2',
            subject: { kind: 'Brand', brandKey: 'vela' },
            name: null,
            isDeleted: true,
          },
        ),
      [`DELETE ${path}/b1`]: () => json(null, 204),
    })
    show(<BudgetsTab readOnly={false} />)
    await untilShown('Deleted agent')
    expect(text()).toContain('Deleted brand vela')
    expect(text()).not.toContain('Almost used up')
    expect(all('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Add budget',
      'Delete the budget of Deleted agent',
      'Delete the budget of Deleted brand vela',
    ])
    await press('button', 'Delete the budget of Deleted agent')
    await until(() => expect(all('dialog')).toHaveLength(1))
    await press('button', 'Delete the budget of Deleted agent', get('dialog'))
    await until(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  it('need something that they apply to and an amount', async () => {
    const { calls } = replies({ [`GET ${path}`]: () => list() })
    show(<BudgetsTab readOnly={false} />)
    await press('button', 'Add budget')
    await press('button', 'Save budget')
    await untilShown('Choose what the budget applies to')
    await untilShown('Enter an amount such as 250 or 99.50, up to 1,000,000,000')
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('say before one is added which deployments have no price', async () => {
    replies({
      [`GET ${path}`]: () => list(),
      '/currentUser/rolesWithResolvedActions': () => permitted('InstanceSettingsRead'),
      '/featureFlags': () => json({ items: [{ name: 'ShowInstanceSettingsPage', enabled: true }] }),
      '/instanceSettings/deployments': () =>
        json({ items: [{ deploymentName: 'free-form', purposes: ['Chat'], gone: false, price: null }] }),
    })
    show(<BudgetsTab readOnly={false} />)
    await press('button', 'Add budget')
    await untilShown(/No price is set for .?free-form/)
    await untilShown('To choose a brand, you need the permission')
  })

  it('are sent with what was chosen, which is offered once', async () => {
    const { calls } = replies({
      [`GET ${path}`]: () => list({ ...budget, subject: { kind: 'Brand', brandKey: 'halden' } }),
      [`POST ${path}`]: () => json(budget),
      '/brands': () =>
        json({
          items: [
            { brandKey: 'halden', name: 'Halden Rail' },
            { brandKey: 'vela', name: 'Vela Lights' },
          ],
          continuationToken: null,
        }),
    })
    show(<BudgetsTab readOnly={false} />)
    await press('button', 'Add budget')
    await until(() => void get('textbox', 'Find a brand'))
    await act(async () => get('textbox', 'Find a brand').click())
    const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
    await until(() => expect(options().map((one) => one.textContent)).toEqual(['Vela Lights']))
    await act(async () => options()[0]!.click())
    type(get('textbox', 'Amount per month in US dollars'), ' 99.50 ')
    await press('button', 'Save budget')
    await until(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      subject: { kind: 'Brand', brandKey: 'vela' },
      amountUsd: 99.5,
    })
    await until(() => expect(all('dialog')).toEqual([]))
  })

  it('are changed over the version that was read, and a conflict keeps what was typed', async () => {
    const { calls } = replies({
      [`GET ${path}`]: () => list(budget),
      [`PUT ${path}/b1`]: () => problem(412, 'request.stale'),
    })
    show(<BudgetsTab readOnly={false} />)
    await press('button', 'Change the budget of Helper')
    type(get('textbox', 'Amount per month in US dollars'), '300')
    await press('button', 'Save budget')
    await until(() => expect(all('alert')).toHaveLength(1))
    const put = calls.find(({ method }) => method === 'PUT')
    expect(put?.headers['if-match']).toBe('"3"')
    expect(JSON.parse(put?.body ?? '')).toEqual({ amountUsd: 300 })
    expect((get('textbox', 'Amount per month in US dollars') as HTMLInputElement).value).toBe('300')
  })
})
