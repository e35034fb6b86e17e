import { expect, it } from 'vitest'
import { scrollsIn } from './scrolling.ts'

it('the main area scrolls by itself on paths that end in chat or edit', () => {
  for (const path of ['/chat', '/chat/', '/admin/datasource/d1/edit', '/admin/brand/default/edit'])
    expect(scrollsIn(path), path).toBe('main')
  // A path with an agent shows the same chat screen.
  expect(scrollsIn('/chat/0199aa3e-7d1c-7c5a-9a57-1b0c6d2f4e11')).toBe('main')
})

it('the document scrolls on other paths', () => {
  for (const path of ['/admin', '/admin/datasource', '/chat/agents', '/admin/brand/new', '/admin/credit'])
    expect(scrollsIn(path), path).toBe('page')
})
