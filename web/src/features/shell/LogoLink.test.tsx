import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { LogoLink } from './LogoLink.tsx'

const show = (to?: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LogoLink name="Parlance" {...(to === undefined ? {} : { to })}>
        mark
      </LogoLink>
    </MemoryRouter>,
  )

it('a logo only links to a path within this product', () => {
  expect(show('/chat')).toContain('href="/chat"')
  expect(show('/admin/brand?page=2')).toContain('href="/admin/brand?page=2"')
  for (const elsewhere of [undefined, '', 'https://example.com', '//example.com', '/\\example.com', 'chat'])
    expect(show(elsewhere), elsewhere).not.toContain('<a')
})
