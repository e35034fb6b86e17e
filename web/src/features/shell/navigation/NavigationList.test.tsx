// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import type { NavigationSection } from '../../frame/navigation/navigation.ts'
import { NavigationList } from './NavigationList.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let unmount = () => {}
afterEach(() => act(() => unmount()))

const Icon = () => <svg data-icon />
const sections: NavigationSection[] = [
  {
    subheader: 'Things',
    items: [
      {
        title: 'First',
        short: '1st',
        path: '/admin/first',
        icon: Icon,
        info: '7',
        caption: 'The first of all',
      },
      { title: 'Elsewhere', path: 'https://example.com/page' },
      { title: 'Never', path: '/never', disabled: true },
      {
        title: 'Many',
        path: '/many',
        children: [
          { title: 'One', path: '/many/one' },
          { title: 'Two', path: '/many/two' },
        ],
      },
    ],
  },
]

function show(path = '/', mini = false) {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <NavigationList label="Pages" sections={sections} mini={mini} />
      </MemoryRouter>,
    ),
  )
  return place
}
const find = <T extends HTMLElement>(place: HTMLElement, selector: string, title: string): T =>
  [...place.querySelectorAll<T>(selector)].find(({ textContent }) => textContent?.includes(title))!

describe('side navigation', () => {
  it('[R-3-103] [R-3-104] shows title, icon, info, caption, disabled items, and the subheader', () => {
    const place = show()
    const first = find(place, 'a', 'First')
    expect(first.querySelector('[data-icon]')).not.toBeNull()
    expect([first.querySelector('.it-info')?.textContent, first.textContent]).toEqual([
      '7',
      'FirstThe first of all7',
    ])
    expect(place.querySelector('h2')?.textContent).toBe('Things')
    const disabled = find(place, '[aria-disabled=true]', 'Never')
    expect([disabled.tagName, find(place, 'a', 'Never')]).toEqual(['SPAN', undefined])
  })

  it('[R-2-150] links items to their path, and marks the current one', () => {
    const place = show('/admin/first')
    const first = find<HTMLAnchorElement>(place, 'a', 'First')
    expect([first.getAttribute('href'), first.getAttribute('aria-current')]).toEqual(['/admin/first', 'page'])
    expect(find(show('/elsewhere'), 'a', 'First').hasAttribute('aria-current')).toBe(false)
    expect(find(show('/admin/first/7/edit'), 'a', 'First').getAttribute('aria-current')).toBe('page')
  })

  it('opens a path with http in a new tab without access to its opener', () => {
    const link = find<HTMLAnchorElement>(show(), 'a', 'Elsewhere')
    expect([link.href, link.target]).toEqual(['https://example.com/page', '_blank'])
    expect(link.rel).toContain('noopener')
    expect(find<HTMLAnchorElement>(show(), 'a', 'First').target).toBe('')
  })

  it('expands and collapses children, and starts open if one of them is current', () => {
    const place = show()
    const branch = find(place, 'button', 'Many')
    const list = place.querySelector<HTMLElement>('.it-children')!
    const state = () => [branch.getAttribute('aria-expanded'), list.hidden]
    expect(state()).toEqual(['false', true])
    act(() => branch.click())
    expect(state()).toEqual(['true', false])
    expect([...list.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
      '/many/one',
      '/many/two',
    ])
    act(() => branch.click())
    expect(state()).toEqual(['false', true])
    expect(find(show('/many/two'), 'button', 'Many').getAttribute('aria-expanded')).toBe('true')
  })

  it('at a width of 80, shows the icon above a short label, with its full name', () => {
    const first = show('/', true).querySelector('a')!
    expect([first.textContent, first.getAttribute('aria-label')]).toEqual(['1st', 'First'])
    expect(first.querySelector('[data-icon]')).not.toBeNull()
  })
})
